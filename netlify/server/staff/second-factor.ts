import { company } from '#brand/company.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-second-factor.ts';
import { answer } from '../answer.ts';
import { authClient } from '../auth/auth-client.ts';
import { authFailure, isRefusal } from '../auth/auth-failure.ts';
import { refreshCookie } from '../auth/refresh-cookie.ts';
import { requireLogin } from '../caller.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { HttpError, loginRequired } from '../http-error.ts';
import { requireOwnPage } from '../own-page.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { loginMessages } from '../messages/logins.ts';

type Auth = ReturnType<typeof authClient>;

/** The tokens of a login that has its second factor. */
export interface GivenLogin {
  access: string;
  refresh: string;
}

/** Name of a person's app at Auth, unique per person. */
const friendlyName = 'Studio';

/**
 * An Auth client with the session of an access token. It has no refresh token, which the browser keeps in
 * a cookie that is sent to other calls.
 * @throws HttpError 401 when the login has ended.
 */
async function authClientFor(access: string, ip: string) {
  const auth = authClient(ip);
  const session = { access_token: access, refresh_token: 'in the browser' };
  const { data, error } = await auth.setSession(session);
  if (error && !isRefusal(error)) throw authFailure(error);
  if (error || !data.user) throw loginRequired();
  return { auth, user: data.user };
}

function refusal(reason: string, detail: string): HttpError {
  return new HttpError(409, { detail, reason });
}

/**
 * Has Supabase Auth check an authenticator app's code, unless it was used before or too many were wrong. The
 * login then has its second factor, there and here.
 * @param auth a client that has the caller's session.
 * @param adding the app that this code adds; if omitted, the caller's own.
 * @param fresh whether the login has to be younger than 30 minutes.
 * @throws HttpError 400 with the field `code`; 403 `login_too_old`; 404 if the caller is not staff; 409
 *   `code_used`, `second_factor_exists`, `second_factor_gone`; 429 after five wrong codes.
 */
export async function giveCode(
  auth: Auth,
  caller: StaffCaller,
  code: string,
  { adding, fresh = false }: { adding?: string; fresh?: boolean } = {},
): Promise<GivenLogin> {
  const asked = { p_code: code, p_fresh: fresh, ...(adding && { p_adding: adding }) };
  const tried = staffDataOf(await databaseFor(caller).rpc('second_factor_try', asked).single());
  const { factor, try: attempt } = tried;
  if (factor === null || attempt === null) return refuseToWait(tried.wait);
  const { data, error } = await auth.mfa.challengeAndVerify({ factorId: factor, code });
  if (error?.code === 'mfa_factor_not_found') {
    const detail = adding ? loginMessages.keyExpired : loginMessages.appUnknown;
    throw refusal('second_factor_gone', detail);
  }
  if (error?.code === 'mfa_verification_failed') {
    dataOf(await database().rpc('second_factor_tried', { p_try: attempt }));
    throw new HttpError(400, { code: [loginMessages.factorCodeInvalid] });
  }
  if (error) throw authFailure(error);
  const right = { p_try: attempt, p_factor: factor };
  dataOf(await database().rpc('second_factor_tried', right));
  return { access: data.access_token, refresh: data.refresh_token };
}

interface Place {
  request: Request;
  ip: string;
}

/**
 * Creates the key for an authenticator app, and removes any that was begun and never confirmed.
 * @param access the caller's access token.
 * @throws HttpError 403 `login_too_old`; 404 if the caller is not staff; 409 `second_factor_exists`,
 *   `second_factor_off` where the project does not allow it, or `second_factor_begun` by two presses at once.
 */
export async function newFactor(
  caller: StaffCaller,
  access: string,
  ip: string,
): Promise<calls.NewFactor> {
  staffDataOf(await databaseFor(caller).rpc('second_factor_begin'));
  const { auth, user } = await authClientFor(access, ip);
  const begun = (user.factors ?? []).filter(({ status }) => status === 'unverified');
  for (const { id } of begun) {
    const { error } = await auth.mfa.unenroll({ factorId: id });
    if (error && error.status !== 404) throw authFailure(error);
  }
  const wanted = { factorType: 'totp', friendlyName, issuer: company.brand } as const;
  const { data, error } = await auth.mfa.enroll(wanted);
  if (error?.code === 'mfa_totp_enroll_not_enabled') {
    throw refusal('second_factor_off', loginMessages.appsOff);
  }
  if (error?.code === 'mfa_factor_name_conflict') {
    throw refusal('second_factor_begun', loginMessages.appBegun);
  }
  if (error) throw authFailure(error);
  const { qr_code, secret, uri } = data.totp;
  return { factor: data.id, qr_code, secret, uri };
}

/** The access token of a request from the shop's own pages. @throws HttpError 401, 403 from another page. */
async function ownToken(request: Request): Promise<string> {
  requireOwnPage(request);
  return (await requireLogin(request)).token;
}

/** Begins to add an authenticator app. @throws HttpError as `newFactor`. */
export async function beginSecondFactor(
  caller: StaffCaller,
  _asked: unknown,
  { request, ip }: Place,
): Promise<calls.NewFactor> {
  return newFactor(caller, await ownToken(request), ip);
}

/** An Auth client with the login of a request. */
async function authOf({ request, ip }: Place) {
  return authClientFor(await ownToken(request), ip);
}

/** The login's new tokens. */
function loggedIn({ id }: StaffCaller, { access, refresh }: GivenLogin, { request }: Place) {
  return answer(200, { id, token: { access } }, refreshCookie(request, refresh));
}

/** Adds the app that was begun, by its first code. @throws HttpError as `giveCode`. */
export async function confirmSecondFactor(
  caller: StaffCaller,
  { factor, code }: Asked<typeof calls.confirmSecondFactor>,
  place: Place,
): Promise<Response> {
  const { auth } = await authOf(place);
  const given = await giveCode(auth, caller, code, { adding: factor, fresh: true });
  return loggedIn(caller, given, place);
}

/** Adds the second factor to a login. @throws HttpError as `giveCode`. */
export async function giveSecondFactor(
  caller: StaffCaller,
  { code }: Asked<typeof calls.giveSecondFactor>,
  place: Place,
): Promise<Response> {
  const { auth } = await authOf(place);
  return loggedIn(caller, await giveCode(auth, caller, code), place);
}

/** Removes the caller's app, by another of its codes. @throws HttpError as `giveCode`. */
export async function removeSecondFactor(
  caller: StaffCaller,
  { code }: Asked<typeof calls.removeSecondFactor>,
  place: Place,
): Promise<Response> {
  const { auth, user } = await authOf(place);
  const given = await giveCode(auth, caller, code, { fresh: true });
  staffDataOf(await databaseFor(caller).rpc('second_factor_remove'));
  const verified = (user.factors ?? []).filter(({ status }) => status === 'verified');
  for (const { id } of verified) {
    const { error } = await auth.mfa.unenroll({ factorId: id });
    if (error && error.status !== 404) throw authFailure(error);
  }
  return loggedIn(caller, given, place);
}
