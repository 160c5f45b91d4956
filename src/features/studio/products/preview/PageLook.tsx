import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { Loading } from '#ui/islands/Loading.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { taxOf } from '../../kit/shop-frame/fill-frame.ts';
import type { Screen } from '../../kit/shop-frame/screens.ts';
import { CANNOT_SHOW, shopPageQuery } from '../../kit/shop-frame/shop-page.ts';
import { ShopFrame } from '../../kit/shop-frame/ShopFrame.tsx';
import { shopPartsQuery } from './look-queries.ts';
import { type Look, shopProduct } from './shop-product.ts';

interface Props {
  look: Look;
  screen: Screen;
  title: string;
}

/** A page of the shop for products without one yet: styles, but no product. */
const EMPTY_PAGE = '/arrivals/product';

/** The main element of a page of the shop, emptied. */
function emptied(page: Document): Element {
  const main = page.querySelector('main') ?? page.body;
  main.replaceChildren();
  return main;
}

/** Preview of a product's page. */
export function PageLook({ look, screen, title }: Props) {
  const page = useQuery(shopPageQuery(EMPTY_PAGE));
  const parts = useQuery(shopPartsQuery);
  if (page.isError || parts.isError)
    return (
      <Problem
        text={CANNOT_SHOW}
        onRetry={() => void Promise.all([page.refetch(), parts.refetch()])}
      />
    );
  if (!page.data || !parts.data) return <Loading />;
  const { colourRules, ProductParts } = parts.data;
  const product = shopProduct(look);
  return (
    <ShopFrame
      key={screen}
      html={page.data}
      title={title}
      screen={screen}
      show={() => colourRules(product)}
      place={emptied}
    >
      {(main) =>
        createPortal(
          <ProductParts
            // Another state may have other colours: reset the chosen one.
            key={product.color_variants.map(({ color_name }) => color_name).join('/')}
            product={product}
            tax={taxOf(main.ownerDocument)}
          />,
          main,
        )
      }
    </ShopFrame>
  );
}
