import * as z from 'zod';
import { dutyPayments, shippingZones, taxDisplays } from '../enums.ts';
import { acts, reads } from './staff-call.ts';

/** Hundredths of a per cent: 600 is 6 %. */
const basisPoints = z.int().min(0).max(10_000);

/** Display and rates of tax, and who pays duties abroad (`taxes_now`). */
export const TaxSettings = z.strictObject({
  display: z.enum(taxDisplays),
  basis_points: basisPoints,
  /** Only zones with a rate of their own. */
  zones: z.partialRecord(z.enum(shippingZones), basisPoints),
  /** Pence for a euro, in estimates of duties. */
  euro_pence: z.int().min(50).max(150),
  /** Two-letter codes of the countries where the shopper does not pay duties. */
  countries: z.record(
    z.string().regex(/^(?!GB)[A-Z]{2}$/, 'Not a country abroad.'),
    z.enum(dutyPayments).exclude(['you_pay']),
  ),
});
export type TaxSettings = z.infer<typeof TaxSettings>;

/** `GET /api/staff/taxes`: the current settings, and the latest changes, newest first. */
const TaxesAnswer = z.object({
  taxes: TaxSettings,
  changes: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      /** Null for a change made in SQL. */
      by: z.string().nullable(),
      was: TaxSettings,
      now: TaxSettings,
    }),
  ),
});

/** `POST /api/staff/taxes`. `change` is an idempotency key made when the form opens, `seen` the form's initial values. */
const TaxesBody = z.object({ change: z.uuid(), seen: TaxSettings, taxes: TaxSettings });

export const getTaxes = reads('/api/staff/taxes', z.object({}), TaxesAnswer);

/** Changes how prices show tax, and the rates. @throws 403; 409 `taxes_changed` after somebody else's change */
export const changeTaxes = acts('/api/staff/taxes', TaxesBody, TaxesAnswer);
