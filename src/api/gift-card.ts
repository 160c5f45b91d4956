import type { GiftCardBody } from '#domain/contracts/listing-bodies.ts';
import { isRecord } from '#domain/basics/record.ts';
import type { Pence } from '#domain/money/money.ts';
import { readList, readPounds, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** A gift card, by the last characters of its code. */
export interface GiftCardBalance {
  end: string;
  balance: Pence;
  /** Held by unpaid checkouts. */
  held: Pence;
  expiresAt: string;
  /** The ledger, oldest first, in pounds: below 0 for what left the card. */
  entries: { at: string; kind: string; amount: number }[];
}

function readCard(body: unknown): GiftCardBalance {
  const card = readRecord(body);
  return {
    end: readText(card.code_end),
    balance: readPounds(card.balance),
    held: readPounds(card.held),
    expiresAt: readText(card.expires_at),
    entries: readList(card.entries, isRecord).map((entry) => ({
      at: readText(entry.at),
      kind: readText(entry.kind),
      amount: Number(entry.amount),
    })),
  };
}

/** A gift card by its code, or by the token of a mailed link. @throws ApiError 404 for an unknown one, 400, 429. */
export function fetchGiftCard(body: GiftCardBody): Promise<GiftCardBalance> {
  return request('/api/gift-card/', readCard, { method: 'POST', body });
}
