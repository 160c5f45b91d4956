import type { DatabaseRefusal } from '../database.ts';
import { account } from './account.ts';
import { catalogue } from './catalogue.ts';
import { checkout } from './checkout.ts';
import { customers } from './customers.ts';
import { draws } from './draws.ts';
import { mailings } from './mailings.ts';
import { money } from './money.ts';
import { orders } from './orders.ts';
import { releases } from './releases.ts';
import { returns } from './returns.ts';
import { reviews } from './reviews.ts';
import { settings } from './settings.ts';
import { staff } from './staff.ts';
import { stock } from './stock.ts';
import type { Words } from './messages.ts';
import { log } from '../log.ts';

/** The tables by area: each reason is in exactly one. */
export const areas: Readonly<Record<string, Words>> = {
  account,
  catalogue,
  checkout,
  customers,
  draws,
  mailings,
  money,
  orders,
  releases,
  returns,
  reviews,
  settings,
  staff,
  stock,
};

const words = new Map(Object.values(areas).flatMap((table) => Object.entries(table)));

/** Shown for a refusal without words, which is logged. */
const generic = 'This was not possible. Please try again.';

type Refusal = Pick<DatabaseRefusal, 'reason' | 'facts'>;

/**
 * The sentence for a refusal by our SQL. Not part of `DatabaseRefusal`, so that functions that show no refusal
 * load neither zod nor the tables.
 * @param reader `staff` also for commands.
 */
export function refusalText({ reason, facts }: Refusal, reader: 'staff' | 'shopper'): string {
  try {
    const found = words.get(reason);
    if (found === undefined) throw new Error('No words');
    const sentence = typeof found === 'object' ? found[reader] : found;
    return typeof sentence === 'string' ? sentence : sentence(facts);
  } catch (error) {
    log.error('A refusal has no sentence', { reason, error });
    return generic;
  }
}
