/** The stockroom: pieces by their codes. */
import * as z from 'zod';
import { gtinOf } from '../product-code.ts';
import { reads } from './staff-call.ts';
import { searchText } from './staff-fields.ts';

/** A SKU or GTIN as scanned or typed, in its stored form. */
const code = searchText.transform((text) => gtinOf(text) ?? text.trim().toUpperCase());

const ScannedAnswer = z.object({
  found: z
    .object({ variant_id: z.int(), product_name: z.string(), color_name: z.string() })
    .nullable(),
});

/** Names the colour of a scanned code. */
export const getScanned = reads('/api/staff/scanned', z.object({ code }), ScannedAnswer);
