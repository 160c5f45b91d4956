import * as z from 'zod';
import { deliveryFault } from '../orders/delivery-policy.ts';
import {
  dutyPayments,
  feeUnits,
  labelCarriers,
  returnLabelUses,
  shippingZones,
  taxDisplays,
} from '../enums.ts';
import { oneLine } from './fields.ts';
import { acts, reads } from './staff-call.ts';

/** A whole number, with one message for all others. */
function whole(least: number, most: number, message: string) {
  return z.int(message).min(least, message).max(most, message);
}

/** Hundredths of a per cent: 600 is 6 %. */
const basisPoints = whole(0, 10_000, 'Enter a number from 0 to 100 with up to two decimals.');

/** Business days after dispatch. */
const days = whole(1, 60, 'Enter whole business days from 1 to 60.');

const DeliveryOption = z.strictObject({
  zone: z.enum(shippingZones),
  name: oneLine(50),
  amount_pence: whole(0, 100_000, 'Enter pounds and pence from 0 to 1000, such as 14.95.'),
  min_business_days: days,
  max_business_days: days,
  express: z.boolean(),
});

const grams = whole(0, 10_000, 'Enter whole grams from 0 to 10000.');

/** Royal Mail's service of a parcel (`parcel_rules`). */
const ParcelRule = z.strictObject({
  abroad: z.boolean(),
  express: z.boolean(),
  /** Maximum weight of the whole parcel. */
  most_grams: whole(1, 30_000, 'Enter whole grams from 1 to 30000.'),
  /** Code in Click & Drop. */
  service: z.string().regex(/^[A-Z0-9]{2,10}$/, 'Enter the code in capital letters and digits.'),
  format: oneLine(30),
  /** Price of a label; null if it is not known. */
  pence: whole(0, 100_000, 'Enter pounds and pence from 0 to 1000, such as 3.35.').nullable(),
});
export type ParcelRule = z.infer<typeof ParcelRule>;

function keyOf({ abroad, express, most_grams }: ParcelRule): string {
  return [abroad, express, most_grams].join();
}

/** A fee on small parcels into a country, or into the European Union (`import_fees`). */
const ImportFee = z
  .strictObject({
    /** Two-letter code; `EU` for all of its members. */
    place: z.string().regex(/^(?!GB)[A-Z]{2}$/, 'Not a country abroad.'),
    name: oneLine(60),
    euro_cents: whole(1, 10_000, 'Enter euros from 0.01 to 100, such as 5.05.'),
    basis: z.enum(feeUnits),
    /** First day; null while it is not in force. */
    from_day: z.iso.date().nullable(),
    /** Last day; null for no end. */
    until_day: z.iso.date().nullable(),
    source: z
      .string()
      .regex(/^https:\/\/\S{3,300}$/, 'The source is an address that begins with https://.'),
  })
  .refine(
    ({ from_day, until_day }) => until_day === null || (from_day !== null && from_day <= until_day),
    { error: 'The fee ends before it begins.', path: ['until_day'] },
  );
export type ImportFee = z.infer<typeof ImportFee>;

/** All settings of the shop (`settings_now`). */
export const ShopSettings = z.strictObject({
  display: z.enum(taxDisplays),
  basis_points: basisPoints,
  /** Only zones with a rate of their own. */
  zones: z.partialRecord(z.enum(shippingZones), basisPoints),
  /** Pence for a euro, in estimates of duties. */
  euro_pence: whole(50, 150, 'Enter whole pence from 50 to 150.'),
  /** Two-letter codes of the countries where the shopper does not pay duties. */
  countries: z.record(
    z.string().regex(/^(?!GB)[A-Z]{2}$/, 'Not a country abroad.'),
    z.enum(dutyPayments).exclude(['you_pay']),
  ),
  fees: z
    .array(ImportFee)
    .max(60)
    .refine(
      (fees) => new Set(fees.map(({ place, name }) => `${place} ${name}`)).size === fees.length,
      {
        error: 'Two fees of a country have the same name.',
      },
    ),
  deliveries: z.array(DeliveryOption).check(({ value, issues }) => {
    const message = deliveryFault(value);
    if (message !== '') issues.push({ code: 'custom', message, input: value });
  }),
  packing: z.strictObject({
    /** Packaging of an average parcel. */
    paper_grams: grams,
    plastic_grams: grams,
    /** Seller of labels; null for files alone. */
    carrier: z.enum(labelCarriers).nullable(),
    /** Returns for which the shop buys a label. */
    return_labels: z.enum(returnLabelUses),
    rules: z
      .array(ParcelRule)
      .max(30)
      .refine((rules) => new Set(rules.map(keyOf)).size === rules.length, {
        error: 'Two rules have the same destination, speed and weight.',
      }),
  }),
});
export type ShopSettings = z.infer<typeof ShopSettings>;

/** `GET /api/staff/settings`: the current settings, and the latest changes, newest first. */
const SettingsAnswer = z.object({
  settings: ShopSettings,
  changes: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      /** Null for a change made in SQL. */
      by: z.string().nullable(),
      was: ShopSettings,
      now: ShopSettings,
    }),
  ),
});

/** `POST /api/staff/settings`. `change` is an idempotency key, `seen` the form's initial values. */
const SettingsBody = z.object({ change: z.uuid(), seen: ShopSettings, settings: ShopSettings });

export type SettingsAnswer = z.infer<typeof SettingsAnswer>;

export const getSettings = reads('/api/staff/settings', z.object({}), SettingsAnswer);

/** Changes settings. Open payment pages keep theirs. @throws 403; 409 `settings_changed` after somebody else's change */
export const changeSettings = acts('/api/staff/settings', SettingsBody, SettingsAnswer);
