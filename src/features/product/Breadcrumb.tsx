import type { Category, Product } from '#domain/catalogue/product.ts';
import { categoryAddress } from '#domain/paths/category-address.ts';

interface Props {
  product: Product;
  /** The product's category, if that has a page in the menu. */
  category: Category | undefined;
}

/** The way from all products to a product's category. */
export function Breadcrumb({ product, category }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="flex flex-wrap gap-x-2 wrap-anywhere">
        <li>
          <a href="/all-products" className="inline-block py-1 hover:underline">
            All Products
          </a>
        </li>
        <li aria-hidden="true" className="py-1">
          /
        </li>
        <li>
          {category ? (
            <a href={categoryAddress(category)} className="inline-block py-1 hover:underline">
              {category.name}
            </a>
          ) : (
            <span className="inline-block py-1">{product.category_name}</span>
          )}
        </li>
      </ol>
    </nav>
  );
}
