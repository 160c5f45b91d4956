import type { ProductOrder } from '#domain/contracts/staff-product-order.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { OrderCard } from './OrderCard.tsx';
import { movedTo, placeText } from '../kit/sorting/moved.ts';
import { SortableList } from '../kit/sorting/SortableList.tsx';
import type { TypedOrder } from './order-kind.ts';
import { OrderSaveBar } from './OrderSaveBar.tsx';
import { arranged } from './product-order.ts';
import { type OrderSource, useOrderDraft } from './use-order-draft.ts';
import { Button } from '../kit/Button.tsx';

interface Props {
  shop: ProductOrder;
  edits: EditKeeper<TypedOrder>;
  source: OrderSource;
}

/** Sorts the products of a category; saving makes a draft release. */
export function OrderEditor({ shop, edits, source }: Props) {
  const { products } = shop;
  const draft = useOrderDraft(edits, source);
  const shown = arranged(products, draft.now);
  const slugs = shown.map(({ slug }) => slug);

  function move(slug: string, to: number): void {
    const now = movedTo(slugs, slug, to);
    const moved = products.find((product) => product.slug === slug)?.name ?? '';
    draft.change(now, `${moved} is now at ${placeText(now, slug)}.`);
  }

  return (
    <>
      <p className="order-help">
        {products.length === 0
          ? 'There are no products in this category.'
          : 'Drag a picture to its place; on a phone hold it for a moment first. New products come before all others, newest first.'}
      </p>
      <output className="sr-only">{draft.said}</output>
      <SortableList
        isGrid
        className="order-grid"
        items={shown.map((product) => ({ ...product, id: product.slug }))}
        nameOf={({ name }) => name}
        onMove={move}
      >
        {(product, index) => (
          <OrderCard
            key={product.slug}
            product={product}
            index={index}
            last={shown.length - 1}
            onMove={(to) => move(product.slug, to)}
          />
        )}
      </SortableList>
      <OrderSaveBar draft={draft}>
        <Button
          disabled={draft.now.length === 0 || draft.isBusy}
          onClick={() => draft.change([], 'Sorted newest first.')}
        >
          Newest first
        </Button>
      </OrderSaveBar>
    </>
  );
}
