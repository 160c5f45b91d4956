import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';
import { Moment, Words } from '../form-fields.tsx';
import { formerPriceText } from './sale-text.ts';

type Times = Pick<EditedProduct, 'sale_from' | 'sale_until' | 'visible_from'>;

interface Props {
  /** As the shop has it. */
  product: EditedProduct;
  /** As it was typed. */
  price: string;
  times: Times;
  /** In pence, of both prices as typed; 0 where that is none. */
  pence: { regular: number; sale: number };
  onPrice: (price: string) => void;
  onTimes: (times: Partial<Times>) => void;
}

function momentOf(time: string): string | null {
  return time.endsWith('infinity') ? null : time;
}

/** A product's sale: its price, and its times on London's clock. */
export function SaleFields({ product, price, times, pence, onPrice, onTimes }: Props) {
  const [opened] = useState(() => serverNow());
  // '' is a time that does not exist; its field says so.
  const isTimed = ![times.sale_from, times.sale_until, times.visible_from].includes('');
  const { regular: price_pence, sale: sale_price_pence } = pence;
  const isLower = price_pence > sale_price_pence;
  const words =
    isTimed && isLower
      ? formerPriceText(product, { ...times, price_pence, sale_price_pence }, opened)
      : null;
  return (
    <fieldset className="catalogue-sale">
      <legend className="studio-subheading">Sale</legend>
      <Words label="Sale price in pounds" value={price} hint="Empty: no sale." onChange={onPrice} />
      <div className="catalogue-times">
        <Moment
          label="Sale from"
          value={momentOf(times.sale_from)}
          hint="London’s time. Empty: as soon as it is published."
          onChange={(moment) => onTimes({ sale_from: moment ?? '-infinity' })}
        />
        <Moment
          label="Sale until"
          value={momentOf(times.sale_until)}
          hint="London’s time. Empty: until further notice."
          onChange={(moment) => onTimes({ sale_until: moment ?? 'infinity' })}
        />
      </div>
      <output className="catalogue-former">{words}</output>
    </fieldset>
  );
}
