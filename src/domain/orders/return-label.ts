import * as z from 'zod';
import { scanStates } from '../enums.ts';

/** The label that the shop buys for a return, as its shopper sees it (`return_label`). */
export const ReturnLabel = z.object({
  id: z.uuid(),
  state: z.enum(['wanted', 'bought']),
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  /** Whether the carrier also takes a QR code in its place. */
  has_code: z.boolean(),
  scan: z.enum(scanStates).nullable(),
});
export type ReturnLabel = z.infer<typeof ReturnLabel>;
