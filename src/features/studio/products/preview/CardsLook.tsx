import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { Button } from '../../kit/Button.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { readPage, taxOf } from '../../kit/shop-frame/fill-frame.ts';
import type { Screen } from '../../kit/shop-frame/screens.ts';
import { CANNOT_SHOW, shopPageQuery } from '../../kit/shop-frame/shop-page.ts';
import { ShopFrame } from '../../kit/shop-frame/ShopFrame.tsx';
import { shopPartsQuery } from './look-queries.ts';
import { type Look, shopProduct } from './shop-product.ts';

/** Cards rendered at once; the rest on demand. */
const AT_ONCE = 12;

interface Props {
  looks: readonly Look[];
  screen: Screen;
  title: string;
}

/** Products as listing cards of the shop. */
export function CardsLook({ looks, screen, title }: Props) {
  const page = useQuery(shopPageQuery('/all-products'));
  const parts = useQuery(shopPartsQuery);
  const html = page.data;
  const [isWhole, setWhole] = useState(false);
  const card = useMemo(
    () =>
      html === undefined
        ? null
        : readPage(html).page.querySelector<HTMLTemplateElement>('[data-card-template]'),
    [html],
  );
  if (page.isError || parts.isError)
    return (
      <Problem
        text={CANNOT_SHOW}
        onRetry={() => void Promise.all([page.refetch(), parts.refetch()])}
      />
    );
  if (html === undefined || !parts.data) return <Loading />;
  const { cardOf, toCards } = parts.data;
  const all = looks.flatMap((look) => toCards([shopProduct(look)]));
  const drawn = isWhole ? all : all.slice(0, AT_ONCE);
  function show(inside: Document): string {
    const grid = inside.querySelector('[data-cards]');
    if (!grid || !card) return '';
    inside.body.replaceChildren(grid);
    const tax = taxOf(inside);
    const cards = drawn.flatMap((listed) => cardOf(card, listed, tax) ?? []);
    grid.replaceChildren(...cards);
    return '';
  }

  return (
    <>
      <ShopFrame
        key={screen}
        html={html}
        title={title}
        screen={screen}
        show={show}
        fits="[data-cards]"
      />
      {drawn.length < all.length && (
        <p>
          <Button onClick={() => setWhole(true)}>Show all {countText(all.length, 'card')}</Button>
        </p>
      )}
    </>
  );
}
