import { useEffect, useState } from 'react';
import type { StockLevel } from '#shop/cart.ts';
import type { Product } from '#shop/product.ts';
import { withLiveStock } from '#shop/stock.ts';
import { fetchLiveProducts } from '../api/catalogue.ts';
import { checkStock } from '../api/stock-check.ts';
import { currentSession } from '../stores/session.ts';
import { askedColour } from './use-colour-choice.ts';

const UNCHECKED: readonly StockLevel[] = [];

/** The product as it is now where the address asks for a colour that is younger than the page. */
async function withAskedColour(product: Product): Promise<Product> {
  const asked = askedColour();
  if (asked === null || product.color_variants.some(({ id }) => id === asked)) return product;
  try {
    const [live = product] = await fetchLiveProducts([product.id]);
    return live;
  } catch (error) {
    console.error('The colour could not be fetched', error);
    return product;
  }
}

/**
 * The product with its stock as the server says now, and with the colour that the address asks for:
 * the page was built earlier. When the check fails the stock of the page stands (spec, section 8:
 * logged only).
 */
export function useLiveProduct(built: Product): Product {
  const [product, setProduct] = useState(built);
  const [levels, setLevels] = useState(UNCHECKED);

  useEffect(() => {
    let left = false;
    async function check(): Promise<void> {
      const current = await withAskedColour(built);
      if (left) return;
      setProduct(current);
      const lines = current.color_variants.map(({ id }) => ({
        productId: current.id,
        selectedColorId: id,
      }));
      try {
        const answer = await checkStock(lines, currentSession()?.access);
        if (!left) setLevels(answer);
      } catch (error) {
        console.error('The stock could not be checked', error);
      }
    }
    void check();
    return () => {
      left = true;
    };
  }, [built]);

  return withLiveStock(product, levels);
}
