import { WithdrawBody } from '#domain/contracts/order-bodies.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { withdrawByLink, withdrawByNumber } from '#server/orders/withdraw.ts';
import { attemptFrom } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';

/** Withdraws without a login, as the law requires (Directive 2011/83, article 11a). */
export default async function withdraw(request: Request, { ip }: Visit): Promise<Response> {
  const asked = await readBody(request, WithdrawBody);
  if ('token' in asked) return answer(200, await withdrawByLink(asked));
  await takeAttempt(attemptFrom('withdrawal-address', ip));
  return answer(200, await withdrawByNumber(asked));
}
