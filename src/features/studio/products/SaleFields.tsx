import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import type { Faults } from '../kit/form/Field.tsx';
import { MomentField } from '../kit/form/MomentField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { formerPriceText } from '../catalogue/sale-text.ts';

type Times = Pick<EditedProduct, 'sale_from' | 'sale_until' | 'visible_from'>;

interface Props {
  /** The product in the shop; null if it is new. */
  product: EditedProduct | null;
  /** The sale price as typed. */
  price: string;
  times: Times;
  /** Both typed prices in pence; 0 if invalid. */
  pence: { regular: number; sale: number };
  faults: Faults;
  onPrice: (price: string) => void;
  onTimes: (times: Partial<Times>) => void;
}

function momentOf(time: string): string | null {
  return time.endsWith('infinity') ? null : time;
}

/** A product's sale: its price, and its times in London. */
export function SaleFields({ product, price, times, pence, faults, onPrice, onTimes }: Props) {
  const [opened] = useState(() => serverNow());
  // `''` is a time that does not exist; its field reports the error.
  const isTimed = ![times.sale_from, times.sale_until, times.visible_from].includes('');
  const { regular: price_pence, sale: sale_price_pence } = pence;
  const isLower = price_pence > sale_price_pence;
  const text =
    isTimed && isLower && product
      ? formerPriceText(product, { ...times, price_pence, sale_price_pence }, opened)
      : null;
  return (
    <>
      <TextField
        label="Sale price in pounds"
        value={price}
        hint="Empty: no sale."
        inputMode="decimal"
        fault={faults.get('salePrice')}
        onChange={onPrice}
      />
      <div className="catalogue-times">
        <MomentField
          label="Sale from"
          value={momentOf(times.sale_from)}
          hint="London time. Empty: on publication."
          onChange={(moment) => onTimes({ sale_from: moment ?? '-infinity' })}
        />
        <MomentField
          label="Sale until"
          value={momentOf(times.sale_until)}
          hint="London time. Empty: until further notice."
          fault={faults.get('saleUntil')}
          onChange={(moment) => onTimes({ sale_until: moment ?? 'infinity' })}
        />
      </div>
      <output className="catalogue-former">{text}</output>
    </>
  );
}
