import { useEffect, useState } from 'react';
import type { StockLevel } from '#shop/cart.ts';
import type { Product } from '#shop/product.ts';
import { withLiveStock } from '#shop/stock.ts';
import { checkStock } from '../api/stock-check.ts';
import { currentSession } from '../stores/session.ts';

const UNCHECKED: readonly StockLevel[] = [];

/**
 * The product with its stock as the server says now: the page was built earlier. When the check
 * fails the stock of the page stands (spec, section 8: logged only).
 */
export function useLiveProduct(product: Product): Product {
  const [levels, setLevels] = useState(UNCHECKED);

  useEffect(() => {
    let left = false;
    const lines = product.color_variants.map(({ id }) => ({
      productId: product.id,
      selectedColorId: id,
    }));
    async function check(): Promise<void> {
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
  }, [product]);

  return withLiveStock(product, levels);
}
