import type { ReactNode } from 'react';
import type { EditedCategory } from '#domain/contracts/staff-categories.ts';
import { categoryAddress } from '#domain/paths/category-address.ts';
import { PagePreview } from '../kit/shop-frame/PagePreview.tsx';
import { type CategoryHeading, showCategory } from './show-category.ts';

/** The empty listing of the shop (src/pages/arrivals/category.astro). */
const SHELL = '/arrivals/category';

interface Props {
  heading: CategoryHeading;
  /** As it is in the shop; null if it is new. */
  shop: EditedCategory | null;
  title?: string;
  /** Further choices beside the screen. */
  children?: ReactNode;
}

/** The page of a category or collection as shoppers will see it, with the products that it has at present. */
export default function CategoryPreview({ heading, shop, ...rest }: Props) {
  return (
    <PagePreview
      path={shop && !shop.archived ? categoryAddress(shop) : SHELL}
      show={(page) => showCategory(page, heading)}
      {...rest}
    />
  );
}
