import { useState } from 'react';
import { chosenProduct, ProductChooser } from './ProductChooser.tsx';
import { useProductsBySlug } from './use-products-by-slug.ts';

interface Props {
  /** Slugs, in their order. */
  chosen: readonly string[];
  /** Maximum number. */
  most?: number;
  onChange: (chosen: string[]) => void;
}

/** Products chosen by hand, by their slugs. */
export function ChosenProducts(props: Props) {
  const [first] = useState(props.chosen);
  const { products, isLoading } = useProductsBySlug(first);
  return (
    <ProductChooser
      {...props}
      keyOf={({ slug }) => slug}
      knownOf={(slug) => {
        const product = products.get(slug);
        const facts = isLoading ? '…' : 'No longer in the catalogue';
        return product ? chosenProduct(product) : { name: slug, picture: null, facts };
      }}
    />
  );
}
