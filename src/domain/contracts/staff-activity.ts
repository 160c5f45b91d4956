/** The activity log (supabase/schemas/platform/activity.sql). */
import * as z from 'zod';
import { activityAreas, staffRoles } from '../enums.ts';
import { reads } from './staff-call.ts';
import { rowIdText, searchText } from './staff-fields.ts';

const Act = z.object({
  /** Unique in the log. */
  key: z.string(),
  at: z.string(),
  area: z.enum(activityAreas),
  /** The colleague. */
  by: z.string(),
  /** The kind of act, as its area records it. */
  what: z.string(),
  /** The kind of thing that it concerns. */
  about: z
    .enum([
      'order',
      'checkout',
      'customer',
      'variant',
      'product',
      'release',
      'discounts',
      'welcome',
      'mailing',
      'subscribers',
      'reminders',
      'settings',
      'team',
      'templates',
      'complaints',
      'reviews',
      'quarters',
      'gift_cards',
    ])
    .nullable(),
  id: z.string().nullable(),
  /** A customer's name. */
  name: z.string().nullable(),
  /** A note, title or reason. */
  words: z.string().nullable(),
});
export type Act = z.output<typeof Act>;

/** A day in the United Kingdom, the last included. */
const day = z.iso.date('Choose a day.').optional();

const ActivityQuery = z.object({
  area: z.enum(activityAreas, 'There is no such area.').optional(),
  staff: rowIdText.optional(),
  q: searchText.default(''),
  since: day,
  until: day,
  /** `next` of the previous page. */
  after: z
    .string()
    .regex(/^\d{1,17}\.[a-z\d_-]{1,80}$/, 'The list has no such page.')
    .optional(),
});

/** A page of what staff did, newest first. */
export const getActivity = reads(
  '/api/staff/activity',
  ActivityQuery,
  z.object({
    rows: z.array(Act),
    next: z.string().nullable(),
    /** Everyone to filter by, also those who have left. */
    people: z.array(
      z.object({
        staff: z.int(),
        name: z.string(),
        role: z.enum(staffRoles),
        until: z.string().nullable(),
      }),
    ),
  }),
);
