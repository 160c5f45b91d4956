/** Draws of products (supabase/schemas/stock/run_draws.sql). */
import * as z from 'zod';
import { drawPlaceStates } from '../enums.ts';
import { acts, reads } from './staff-call.ts';

const count = z.int();

/** A product's colours, and its last draw. */
const StaffDraw = z.object({
  colours: z.array(z.object({ variant: z.int(), color_name: z.string(), quantity: count })),
  draw: z
    .object({
      draw: z.uuid(),
      opens_at: z.string(),
      closes_at: z.string(),
      /** When the round is published that decides it. */
      seed_at: z.string(),
      sealed_at: z.string().nullable(),
      drawn_at: z.string().nullable(),
      ended_at: z.string().nullable(),
      planned_by: z.string(),
      /** By the colours' ids. */
      pieces: z.record(z.string(), count),
      entries: count,
      /** In order; empty before the draw. */
      winners: z.array(
        z.object({
          color_name: z.string(),
          place: count,
          state: z.enum(drawPlaceStates),
          ends_at: z.string().nullable(),
          /** Shortened; null once withdrawn. */
          email: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
});
export type StaffDraw = z.infer<typeof StaffDraw>;

const product = z.string().min(1).max(200);
const moment = z.iso.datetime('Enter a date and time.');

/** @throws 403; 404 */
export const getDraw = reads('/api/staff/draw', z.object({ product }), StaffDraw);

/**
 * Plans a draw, or changes one that has not opened; a repeat changes nothing.
 * @throws 403; 404; 409 `draw_times`, `draw_pieces`, `draw_running`
 */
export const planDraw = acts(
  '/api/staff/draw-plan',
  z.object({
    product,
    opens_at: moment,
    closes_at: moment,
    /** By the colours' ids; colours without pieces are left out. */
    pieces: z
      .record(
        z.string().regex(/^\d{1,15}$/, 'There is no such colour.'),
        z.int('Enter a whole number.').min(1, 'At least 1.').max(10_000, 'At most 10,000.'),
      )
      .refine((pieces) => Object.keys(pieces).length > 0, 'Enter pieces for a colour at least.'),
  }),
  StaffDraw,
);

/** Cancels a draw that nobody has entered. @throws 403; 409 `draw_running` */
export const cancelDraw = acts('/api/staff/draw-cancel', z.object({ product }), StaffDraw);
