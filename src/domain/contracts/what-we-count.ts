import * as z from 'zod';
import { countKinds } from '../enums.ts';

/** `GET /api/what-we-count`: today's sums (supabase/schemas/platform/counts.sql). */
export const WhatWeCount = z.object({
  /** The UK day, ISO. */
  day: z.iso.date(),
  rows: z.array(z.object({ kind: z.enum(countKinds), which: z.string(), sum: z.int() })),
  /** SQL that the rows are from. */
  reading: z.string(),
  /** SQL that counts. */
  writing: z.string(),
});

/** `POST /api/what-we-count`: whether this browser's visits may be counted. */
export const CountingBody = z.object({ counted: z.boolean('Say true or false.') });
export type CountingBody = z.input<typeof CountingBody>;
