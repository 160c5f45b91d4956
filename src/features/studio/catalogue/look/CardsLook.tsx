import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Loading } from '#ui/islands/Loading.tsx';
import { Problem } from '../../Problem.tsx';
import { readPage, taxOf } from '../../shop-frame/fill-frame.ts';
import type { Screen } from '../../shop-frame/screens.ts';
import { CANNOT_SHOW, shopPageQuery } from '../../shop-frame/shop-page.ts';
import { ShopFrame } from '../../shop-frame/ShopFrame.tsx';
import { shopPartsQuery } from './look-queries.ts';
import { type Look, shopProduct } from './shop-product.ts';

interface Props {
  looks: readonly Look[];
  screen: Screen;
  title: string;
}

/** Products as cards of the shop's listing. */
export function CardsLook({ looks, screen, title }: Props) {
  const page = useQuery(shopPageQuery('/all-products'));
  const parts = useQuery(shopPartsQuery);
  const html = page.data;
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
  function show(inside: Document): string {
    const grid = inside.querySelector('[data-cards]');
    if (!grid || !card) return '';
    inside.body.replaceChildren(grid);
    const tax = taxOf(inside);
    const cards = looks.flatMap((look) =>
      toCards([shopProduct(look)]).flatMap((listed) => cardOf(card, listed, tax) ?? []),
    );
    grid.replaceChildren(...cards);
    // Phones and desks show them without a pointer over them, and all at once.
    return '.product-card{content-visibility:visible}';
  }

  return (
    <ShopFrame
      key={screen}
      html={html}
      title={title}
      screen={screen}
      show={show}
      fits="[data-cards]"
    />
  );
}
