import { StaffInvitationBody } from '#domain/contracts/account-bodies.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { refreshCookie } from '#server/auth/refresh-cookie.ts';
import { requireShopper } from '#server/caller.ts';
import { acceptAs, acceptWithNewAccount, invitationOffer } from '#server/guests/invitation.ts';
import { idOfLink } from '#server/mail/link-token.ts';
import { attemptFrom } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';

/** Accepts an invitation to the studio, by the link mailed to its address. */
export default async function staffInvitation(request: Request, { ip }: Visit): Promise<Response> {
  const asked = await readBody(request, StaffInvitationBody);
  const invitation = idOfLink('staff-invitation', asked.token);
  switch (asked.do) {
    case 'show':
      return answer(200, await invitationOffer(invitation));
    case 'accept':
      return answer(200, await acceptAs(await requireShopper(request), invitation));
    case 'create': {
      await takeAttempt(attemptFrom('new-password-address', ip));
      const { body, refresh } = await acceptWithNewAccount(invitation, asked, ip);
      return answer(201, body, refreshCookie(request, refresh));
    }
  }
}
