import { z } from 'zod';

/** `POST /api/auth/confirm-email/` and `/api/listing/confirm-subscription/`: the token of a mailed link. */
export const MailedLinkBody = z.object({ token: z.string('This field is required.').max(200) });
export type MailedLinkBody = z.input<typeof MailedLinkBody>;
