import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { OwnPage } from '#domain/site-content/own-page.ts';
import { shopPartsQuery } from '../../products/preview/look-queries.ts';
import { shopProduct } from '../../products/preview/shop-product.ts';
import { useProductsBySlug } from '../../categories/use-products-by-slug.ts';
import { contentQuery } from '../../kit/content-query.ts';
import { PagePreview } from '../../kit/shop-frame/PagePreview.tsx';
import { readPage, taxOf } from '../../kit/shop-frame/fill-frame.ts';
import { shopPageQuery } from '../../kit/shop-frame/shop-page.ts';
import { type DrawCard, showOwnPage } from './show-own-page.ts';

/** The empty page of the shop (src/pages/arrivals/own.astro). */
const SHELL = '/arrivals/own';

function slugsIn({ blocks }: OwnPage): string[] {
  const slugs = blocks.flatMap((block) => (block.type === 'products' ? block.products : []));
  return [...new Set(slugs)];
}

interface Props {
  page: OwnPage;
  title?: string;
  /** Further choices beside the screen. */
  children?: ReactNode;
}

/** A page as shoppers will see it, drawn with the shop's own parts. */
export function OwnPagePreview({ page, title, children }: Props) {
  const slugs = slugsIn(page);
  const { products } = useProductsBySlug(slugs);
  const parts = useQuery({ ...shopPartsQuery, enabled: slugs.length > 0 });
  const content = useQuery(contentQuery);
  const names = new Map(content.data?.categories.map(({ slug, name }) => [slug, name]));
  const [at] = useState(() => Date.now());
  const { data: html } = useQuery(shopPageQuery(SHELL));
  // From a document of this window: elements of the frame are of another realm.
  const template = useMemo(
    () =>
      html === undefined
        ? null
        : readPage(html).page.querySelector<HTMLTemplateElement>('[data-card-template]'),
    [html],
  );
  function drawCardOn(shown: Document): DrawCard {
    return (wanted) => {
      const product = products.get(wanted);
      if (!product || product.state === 'archived' || !parts.data || !template) return undefined;
      const { cardOf, toCards } = parts.data;
      const { category: slug } = product;
      const category = names.get(slug) ?? slug;
      const look = { product, category, at, was: product.was_is_lawful };
      const [card] = toCards([shopProduct(look)]);
      return (card && cardOf(template, card, taxOf(shown))) ?? undefined;
    };
  }
  return (
    <PagePreview
      path={SHELL}
      {...(title !== undefined && { title })}
      show={(shown) => showOwnPage(shown, page, drawCardOn(shown))}
    >
      {children}
    </PagePreview>
  );
}
