import { z } from 'zod';
import { dutyPayments } from '../enums.ts';
import { pence } from '../money/money.ts';

const amount = z.int().transform(pence);

/** Payer of the duties and taxes of a country outside the United Kingdom, as the terms state it. */
export const DutyRule = z.object({
  policy: z.enum(dutyPayments),
  /** Whether it is in the European Union. */
  in_union: z.boolean(),
});
export type DutyRule = z.infer<typeof DutyRule>;

/** Duties on an order (`duties_on`), frozen with its checkout; the estimate is null if there is none. */
export const Duties = DutyRule.extend({
  estimate: z
    .object({
      vat_basis_points: z.int(),
      vat_pence: amount,
      /** Null if the tariff decides. */
      duty_pence: amount.nullable(),
      /** Fees of the country or the Union on small parcels (`import_fees`). */
      fee_pence: amount.default(pence(0)),
      /** Pence for a euro. */
      euro_pence: amount,
    })
    .nullable(),
});
export type Duties = z.infer<typeof Duties>;
