import type { Config } from '@netlify/functions';
import { MailedLinkBody } from '#domain/wire/mailed-link-body.ts';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { idOfLink, linkExpired } from '#server/mail/link-token.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/auth/confirm-email' };

export default endpoint({
  POST: async (request) => {
    const { token } = await readBody(request, MailedLinkBody);
    const asked = { p_mail: idOfLink('confirm-email', token) };
    if (!dataOf(await database().rpc('confirm_email', asked))) throw linkExpired();
    return answer(200, { confirmed: true });
  },
});
