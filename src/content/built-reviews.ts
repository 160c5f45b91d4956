import { z } from 'astro/zod';
import { hidingReasons } from '#domain/enums.ts';
import { oncePerBuild } from './built-catalogue.ts';
import { onlyRow } from './supabase-rows.ts';

const Totals = z.object({
  published: z.int(),
  /** By reason, without zeros. */
  hidden: z.partialRecord(z.enum(hidingReasons), z.int()),
});

/** Number of published and of hidden reviews, as of the build. */
export const reviewTotals = oncePerBuild(() => onlyRow('review_totals', Totals));
