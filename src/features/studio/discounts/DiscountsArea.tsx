import { Button } from '../kit/Button.tsx';
import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Awaited } from '../kit/Awaited.tsx';
import { DiscountForm } from './DiscountForm.tsx';
import { DiscountRow } from './DiscountRow.tsx';
import { discountsQuery } from './discounts-query.ts';

/** Discount codes, with what each has brought in. */
export default function DiscountsArea() {
  const found = useQuery(discountsQuery);
  const { data } = found;
  const [isOpen, setOpen] = useState(false);
  const [news, setNews] = useState('');
  if (!data) return <Awaited query={found} />;
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Discount codes</h1>
        <Button look="main" opensDialog onClick={() => setOpen(true)}>
          New discount
        </Button>
      </div>
      <p className="studio-soft discount-link">
        Link to any page of the shop with <code>?code=YOURCODE</code>: the code waits in the cart
        until it is used.
      </p>
      <output className="studio-news">{news}</output>
      {isOpen && (
        <DiscountForm goods={data.goods} onClose={() => setOpen(false)} onNews={setNews} />
      )}
      {data.discounts.length === 0 ? (
        <p className="studio-empty">No discounts yet.</p>
      ) : (
        <ul className="mailing-list">
          {data.discounts.map((discount) => (
            <DiscountRow key={discount.id} discount={discount} onNews={setNews} />
          ))}
        </ul>
      )}
    </>
  );
}
