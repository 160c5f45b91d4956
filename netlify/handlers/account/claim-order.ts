import { ClaimOrderBody } from '#domain/contracts/account-bodies.ts';
import { refreshCookie } from '#server/auth/refresh-cookie.ts';
import { claimableOrder, claimIntoLogin, claimIntoNewAccount } from '#server/guests/claim-order.ts';
import { acceptMerge, mergeOffer } from '#server/guests/merge-orders.ts';
import { attemptFrom } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { requireShopper } from '#server/caller.ts';
import { idOfLink } from '#server/mail/link-token.ts';
import { readBody } from '#server/request-body.ts';

function mergeOf(token: string): string {
  return idOfLink('merge-orders', token);
}

/** Keeps a guest's order in an account, by the link in its confirmation e-mail, or moves orders by that of a merge. */
export default async function claimOrder(request: Request, { ip }: Visit): Promise<Response> {
  const asked = await readBody(request, ClaimOrderBody);
  if (asked.do === 'show_merge') return answer(200, await mergeOffer(mergeOf(asked.token)));
  if (asked.do === 'merge') {
    return answer(200, await acceptMerge(mergeOf(asked.token), await requireShopper(request)));
  }
  switch (asked.do) {
    case 'show':
      return answer(200, await claimableOrder(asked.token));
    case 'add':
      return answer(200, await claimIntoLogin(asked.token, await requireShopper(request)));
    case 'create': {
      await takeAttempt(attemptFrom('new-password-address', ip));
      const { body, refresh } = await claimIntoNewAccount(asked.token, asked, ip);
      return answer(201, body, refreshCookie(request, refresh));
    }
  }
}
