import { z } from 'zod';
import { creditKinds } from '#domain/enums.ts';
import { GiftCardBody } from '#domain/contracts/listing-bodies.ts';
import { pence, penceToPounds } from '#domain/money/money.ts';
import type { Visit } from '#server/area.ts';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { HttpError } from '#server/http-error.ts';
import { idOfLink } from '#server/mail/link-token.ts';
import { codeRefusedText } from '#server/messages/checkout.ts';
import { codeAttempt } from '#server/rate-limit/attempt.ts';
import { refuseToWait } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';

const amount = z.int().transform((text) => penceToPounds(pence(text)));

/** A gift card as the holder of the code or link may see it (`gift_card_page`). */
const Page = z
  .object({
    code_end: z.string(),
    expires_at: z.string(),
    balance_pence: amount,
    held_pence: amount,
    entries: z.array(z.object({ at: z.string(), kind: z.enum(creditKinds), amount_pence: amount })),
  })
  .nullable();
const Counted = z.object({ wait: z.int(), card: Page.optional() });

async function byCode(code: string, ip: string) {
  const asked = { p_limits: codeAttempt(ip), p_code: code };
  const { wait, card } = Counted.parse(dataOf(await database().rpc('counted_gift_card', asked)));
  if (wait > 0) refuseToWait(wait);
  return card;
}

async function byLink(token: string) {
  const asked = { p_card: idOfLink('gift-card', token) };
  return Page.parse(dataOf(await database().rpc('gift_card_page', asked)));
}

/** The balance, history and end of a gift card, in pounds: by its code or by the link in its e-mails. */
export default async function showGiftCard(request: Request, { ip }: Visit): Promise<Response> {
  const { code, token } = await readBody(request, GiftCardBody);
  const card = token === undefined ? await byCode(code ?? '', ip) : await byLink(token);
  if (!card) {
    const refused = { because: 'unknown' as const, code: code ?? '' };
    throw new HttpError(404, codeRefusedText(refused));
  }
  return answer(200, {
    code_end: card.code_end,
    expires_at: card.expires_at,
    balance: card.balance_pence,
    held: card.held_pence,
    entries: card.entries.map(({ at, kind, amount_pence }) => ({ at, kind, amount: amount_pence })),
  });
}
