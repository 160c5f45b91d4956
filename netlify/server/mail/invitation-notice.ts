import { z } from 'zod';
import { company } from '#brand/company.ts';
import { staffRoles } from '#domain/enums.ts';
import { linkToken } from './link-token.ts';
import { worded } from './owed-mail.ts';

const Invitation = z.object({
  email: z.string(),
  invitation: z.uuid(),
  role: z.enum(staffRoles),
  /** The manager who invites. */
  by: z.string(),
});

/** Invites somebody to work in the studio. */
export const invitationMails = {
  staff_invitation: worded(Invitation, ({ invitation, role, by }, shop) => ({
    subject: `Your access to ${company.brand}’s studio`,
    heading: `You are invited to ${company.brand}’s studio.`,
    before: [
      `${by} invites you to work in the studio, the back office of ${company.brand}’s shop, as a ${role}.`,
      'Open this link to choose a password, or to log in if your address has an account at the shop.',
    ],
    button: {
      label: 'Join the studio',
      href: `${shop}/studio#invitation=${linkToken('staff-invitation', invitation)}`,
    },
    notes: [
      'The link works once, for seven days.',
      'Did you not expect this? Then do nothing: nobody gets access without the link.',
    ],
  })),
};
