import { formatPounds } from '#domain/money/money.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import type { StaffDiscount } from '#domain/contracts/staff-discounts.ts';

/** A discount's effect: "10 % off", "£5.00 off from £40.00". */
export function givesText({ kind, percent, amount_pence, minimum_pence }: StaffDiscount): string {
  const gives =
    kind === 'free_delivery'
      ? 'Free standard delivery'
      : kind === 'percent'
        ? `${percent} % off`
        : `${formatPounds(amount_pence ?? minimum_pence)} off`;
  return minimum_pence > 0 ? `${gives} from ${formatPounds(minimum_pence)}` : gives;
}

/** A discount's conditions, each a sentence. */
export function conditionTexts(discount: StaffDiscount): string[] {
  const { covers, with_sales, once_per_person, max_uses, code_days, starts_at, ends_at } = discount;
  return [
    covers.length === 0 ? 'For all products.' : `For ${covers.join(', ')}.`,
    with_sales ? 'Reduced prices as well.' : 'Not for reduced prices.',
    ...(once_per_person ? ['Once per person.'] : []),
    ...(code_days === null
      ? []
      : [`Each code for ${code_days} ${code_days === 1 ? 'day' : 'days'}.`]),
    ...(max_uses === null ? [] : [`${max_uses.toLocaleString('en-GB')} orders at most.`]),
    `From ${londonText(starts_at)}${ends_at === null ? '' : ` until ${londonText(ends_at)}`}.`,
  ];
}

/** Whether a discount is past its end. @param now in milliseconds since 1970. */
export function isOver({ ends_at }: StaffDiscount, now: number): boolean {
  return ends_at !== null && Date.parse(ends_at) <= now;
}

/** Whether a discount can be used now. @param now in milliseconds since 1970. */
export function stateText(discount: StaffDiscount, now: number): string {
  const { starts_at, paused_at } = discount;
  if (paused_at !== null) return 'Paused';
  if (isOver(discount, now)) return 'Over';
  return Date.parse(starts_at) > now ? 'Not started' : 'Running';
}
