import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProductOrder } from '#domain/wire/staff-product-order.ts';
import { saveRelease } from '#domain/wire/staff-releases.ts';
import { asStaff } from '../as-staff.ts';
import { problemText } from '../problem-text.ts';
import { SaveBar } from '../SaveBar.tsx';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { goTo } from '../use-place.ts';
import { OrderGrid } from './OrderGrid.tsx';
import {
  arranged,
  type EditedOrder,
  editedOrder,
  forgetOrder,
  isChanged,
  keepOrder,
  movedTo,
  placeText,
} from './product-order.ts';

/** Sorts the products of a category; saving makes a draft release. */
export function OrderEditor({ shop }: { shop: ProductOrder }) {
  const { category, categories, products } = shop;
  const [kept, setKept] = useState(() => editedOrder(shop));
  // Until a product is moved, follow the shop's current order.
  const one = isChanged(kept) ? kept : { ...kept, seen: shop.order, now: shop.order };
  const [said, setSaid] = useState('');
  const client = useQueryClient();
  const shown = arranged(products, one.now);
  const slugs = shown.map(({ slug }) => slug);
  const changed = isChanged(one);
  useLeaveQuestion(changed);

  const save = useMutation({
    mutationFn: ({ release, seen, now }: EditedOrder) => {
      const name = categories.find(({ slug }) => slug === category)?.name ?? category;
      const order = { [category]: { seen: [...seen], now: [...now] } };
      const saved = { title: `Order: ${name}`, source: 'Studio', changes: { order }, options: {} };
      return asStaff(saveRelease, { release, ...saved, version: 0 });
    },
    onSuccess: async (_saved, { release }) => {
      forgetOrder(category);
      await client.invalidateQueries({ queryKey: ['releases'] });
      goTo({ at: 'catalogue', page: 'release', query: { id: release } });
    },
  });

  function change(now: readonly string[], text: string): void {
    const next = { ...one, now };
    setKept(next);
    keepOrder(category, next);
    setSaid(text);
  }

  function move(slug: string, to: number): void {
    const now = movedTo(slugs, slug, to);
    const name = products.find((product) => product.slug === slug)?.name ?? '';
    change(now, `${name} is now at ${placeText(now, slug)}.`);
  }

  return (
    <>
      <p className="order-help">
        {products.length === 0
          ? 'There are no products in this category.'
          : 'Drag a picture to its place; on a phone hold it for a moment first. New products come before all others, newest first.'}
      </p>
      <output className="sr-only">{said}</output>
      <OrderGrid products={shown} onMove={move} />
      <SaveBar
        problem={save.isError ? `Not saved: ${problemText(save.error)}` : ''}
        state={changed ? 'Shoppers see the order once it is published.' : 'No changes yet.'}
      >
        <button
          type="button"
          className="button-quiet"
          disabled={one.now.length === 0 || save.isPending}
          onClick={() => change([], 'Sorted newest first.')}
        >
          Newest first
        </button>
        <button
          type="button"
          className="button-quiet"
          disabled={!changed || save.isPending}
          onClick={() => change(one.seen, 'All moves undone.')}
        >
          Undo all moves
        </button>
        <button
          type="button"
          className="button"
          disabled={!changed || save.isPending}
          onClick={() => save.mutate(one)}
        >
          Save as a draft
        </button>
      </SaveBar>
    </>
  );
}
