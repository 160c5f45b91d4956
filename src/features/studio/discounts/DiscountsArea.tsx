import { Button } from '../kit/Button.tsx';
import { usePageDialog } from '../kit/use-page-dialog.ts';
import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { Awaited } from '../kit/Awaited.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { DiscountForm } from './DiscountForm.tsx';
import { DiscountRow } from './DiscountRow.tsx';
import { discountsQuery } from './discounts-query.ts';
import { GiftCards } from './GiftCards.tsx';

/** Discount codes, and gift cards with store credit. */
export default function DiscountsArea({ place }: { place: AreaPlace }) {
  return place.page === 'cards' ? <GiftCards place={place} /> : <Discounts />;
}

/** Discount codes, with what each has brought in. */
function Discounts() {
  const found = useQuery(discountsQuery);
  const { data } = found;
  const { open, news, dialog } = usePageDialog();
  if (!data) return <Awaited query={found} />;
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Discount codes</h1>
        <Button
          look="main"
          opensDialog
          onClick={() => open((frame) => <DiscountForm {...frame} goods={data.goods} />)}
        >
          New discount
        </Button>
      </div>
      <p className="studio-soft discount-link">
        Link to any page of the shop with <code>?code=YOURCODE</code>: the code waits in the cart
        until it is used.
      </p>
      <output className="studio-news">{news}</output>
      {data.discounts.length === 0 ? (
        <p className="studio-empty">No discounts yet.</p>
      ) : (
        <ul className="mailing-list">
          {data.discounts.map((discount) => (
            <DiscountRow key={discount.id} discount={discount} open={open} />
          ))}
        </ul>
      )}
      {dialog}
    </>
  );
}
