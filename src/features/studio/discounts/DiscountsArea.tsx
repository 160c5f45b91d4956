import { Button } from '../kit/Button.tsx';
import { usePageDialog } from '../kit/use-page-dialog.ts';
import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { Awaited } from '../kit/Awaited.tsx';
import { DiscountForm } from './DiscountForm.tsx';
import { DiscountRow } from './DiscountRow.tsx';
import { discountsQuery } from './discounts-query.ts';

/** Discount codes, with what each has brought in. */
export default function DiscountsArea() {
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
