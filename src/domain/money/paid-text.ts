import { formatPounds } from './money.ts';
import type { Pence } from './money.ts';

/**
 * The amount paid for an order: "You paid £47.70, £2.70 of it tax."
 * @param tax the tax in it, added or included.
 */
export function paidText(total: Pence, tax: Pence): string {
  const share = tax === 0 ? '' : `, ${formatPounds(tax)} of it tax`;
  return `You paid ${formatPounds(total)}${share}.`;
}
