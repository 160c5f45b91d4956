import { CountingBody } from '#domain/contracts/what-we-count.ts';
import { answer } from '#server/answer.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBody } from '#server/request-body.ts';
import { siteOrigin } from '#server/site-origin.ts';

/** Longer ones are cut by browsers: https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-5.5 */
const objectionSeconds = 400 * 24 * 60 * 60;

/**
 * The switch of `/what-we-count`: keeps the visitor's objection to being counted, or removes it. Set here rather than by
 * the page, because Safari deletes within a week what scripts store.
 */
export default async function chooseCounting(request: Request): Promise<Response> {
  requireOwnPage(request);
  const { counted } = await readBody(request, CountingBody);
  const secure = siteOrigin(request).startsWith('https:') ? '; Secure' : '';
  const cookie = `countsOff=1; Path=/; Max-Age=${counted ? 0 : objectionSeconds}; SameSite=Lax${secure}`;
  return answer(200, { counted }, { 'Set-Cookie': cookie });
}
