import { claimStates } from '#domain/enums.ts';
import type { ClaimState } from '#domain/enums.ts';
import { isInteger, isText, shape } from '#domain/basics/shape.ts';
import type { ClaimOrderBody } from '#domain/contracts/account-bodies.ts';
import type { LoginAnswer } from './auth.ts';
import { readLogin } from './auth.ts';
import type { Customer } from './checkout.ts';
import { readList, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** A guest's order, behind the link in its confirmation. */
export interface ClaimableOrder {
  order: number;
  email: string;
  /** `guest`: the address has no account. `account`: it has one. `kept`: the order is in an account. */
  state: ClaimState;
}

const isClaimable = shape<ClaimableOrder>({
  order: isInteger,
  email: isText,
  state: (value): value is ClaimState => claimStates.some((state) => state === value),
});

function post<Answer>(
  body: ClaimOrderBody,
  read: (answer: unknown) => Answer,
  access?: string,
): Promise<Answer> {
  return request('/api/auth/claim-order/', read, { method: 'POST', body, access });
}

/** @throws ApiError 400 if the link has expired. */
export function fetchClaimable(token: string): Promise<ClaimableOrder> {
  return post({ do: 'show', token }, (answer) => {
    if (!isClaimable(answer)) throw new Error('Not a claimable order');
    return answer;
  });
}

/** Moves the order into the customer's account. @throws ApiError 409 if it was made with another address. */
export function addToAccount(token: string, { access }: Customer): Promise<void> {
  return post({ do: 'add', token }, () => undefined, access);
}

/** Orders that can be moved into an account, behind the link in an offer. */
export interface MergeOffer {
  orders: number[];
  /** The orders' address. */
  email: string;
  /** The account's address. */
  into: string;
}

/** @throws ApiError 400 if the link was used or has expired. */
export function fetchMerge(token: string): Promise<MergeOffer> {
  return post({ do: 'show_merge', token }, (answer) => {
    const { orders, email, into_email } = readRecord(answer);
    return {
      orders: readList(orders, isInteger),
      email: readText(email),
      into: readText(into_email),
    };
  });
}

/** Moves them into the customer's account. @throws ApiError 409 if it is another account. */
export function acceptMerge(token: string, { access }: Customer): Promise<void> {
  return post({ do: 'merge', token }, () => undefined, access);
}

/** Creates an account with the order in it, and logs in. @throws ApiError 400 with the fields at fault. */
export function keepInNewAccount(
  token: string,
  account: { username: string; password: string },
): Promise<LoginAnswer> {
  return post({ do: 'create', token, ...account }, readLogin);
}
