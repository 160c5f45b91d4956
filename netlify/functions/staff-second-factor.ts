import type { Config } from '@netlify/functions';
import { SecondFactorBody } from '#domain/wire/staff-second-factor.ts';
import { refreshCookie } from '#server/auth/refresh-cookie.ts';
import { answer } from '#server/answer.ts';
import { requireLogin } from '#server/caller.ts';
import { endpoint } from '#server/endpoint.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBody } from '#server/request-body.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  giveSecondFactor,
  removeSecondFactor,
} from '#server/staff/second-factor.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/second-factor' };

/** The caller's own authenticator app: adds it, takes its codes, removes it. */
export default endpoint({
  POST: async (request, { ip }) => {
    requireOwnPage(request);
    const caller = await staffCaller(request);
    const body = await readBody(request, SecondFactorBody);
    const { token } = await requireLogin(request);
    if (body.do === 'begin') return answer(200, await beginSecondFactor(caller, token, ip));
    const { access, refresh } =
      body.do === 'confirm'
        ? await confirmSecondFactor(caller, token, body, ip)
        : body.do === 'remove'
          ? await removeSecondFactor(caller, token, body.code, ip)
          : await giveSecondFactor(caller, token, body.code, ip);
    return answer(200, { id: caller.p_user, token: { access } }, refreshCookie(request, refresh));
  },
});
