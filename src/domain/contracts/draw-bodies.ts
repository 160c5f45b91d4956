/** Calls of draws. The client imports only their types, and the guards of `src/domain/draws`. */
import * as z from 'zod';
import { email, rowId } from './fields.ts';
import { rowIdText } from './staff-fields.ts';

/** `GET /api/draw/`: the last draw of a product. */
export const DrawQuery = z.object({ product: rowIdText });

/** `GET /api/draw/record/`: a draw by its id. */
export const DrawRecordQuery = z.object({ draw: z.uuid('Not a valid id.') });

/** `POST /api/draw/enter/` */
export const DrawEntryBody = z.object({ draw: z.uuid('Not a valid id.'), colour: rowId, email });
export type DrawEntryBody = z.input<typeof DrawEntryBody>;

/** `POST /api/draw/entry/`: reads an entry by the token of its mailed link, after doing something with it. */
export const DrawLinkBody = z.object({
  token: z.string('This field is required.').max(200),
  do: z.enum(['read', 'confirm', 'leave', 'claim']),
});
export type DrawLinkBody = z.input<typeof DrawLinkBody>;
