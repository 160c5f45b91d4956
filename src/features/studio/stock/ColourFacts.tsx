import type { ColourStock } from '#domain/contracts/staff-inventory.ts';
import { Facts } from '../kit/Facts.tsx';
import { dayText } from '../kit/day-text.ts';

/** The numbers of a colour's stock. */
export function ColourFacts({ of }: { of: ColourStock }) {
  const facts: [name: string, value: number | string][] = [
    ['On the shelf', of.on_shelf],
    ['To send', of.to_send],
    ['Held', of.held],
    ['Free', of.free],
    ['Sold in 30 days', of.sold_lately],
  ];
  if (of.waiting > 0) facts.push(['Waiting', of.waiting]);
  if (of.expected > 0 && of.expected_on !== null) {
    facts.push(['Expected', `${of.expected}, ${dayText(of.expected_on)}`]);
  }
  return (
    <Facts className="stock-facts" facts={facts}>
      {of.is_low && (
        <div data-low="">
          <dt>Low</dt>
          <dd>at {of.low}</dd>
        </div>
      )}
    </Facts>
  );
}
