import { useLayoutEffect, useRef } from 'react';
import { viewProduct } from '#domain/cart/product-view.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { colourRules } from './colour-rules.ts';
import { galleryPanels } from './gallery/gallery-panels.ts';
import { ProductDetails } from './ProductDetails.tsx';
import { startFilms } from './gallery/start-films.ts';
import ProductGallery from './gallery/ProductGallery.tsx';
import { pageTax } from '#browser/page-tax.ts';
import { contentLife } from '#browser/content/content.ts';
import { startChoice } from './picker/product-choice.ts';
import { startPicker } from './picker/start-picker.ts';

/** Client-side counterpart of pages/product-details/_ProductPage.astro, for colours added since the build. */
export function LiveProduct({ product }: { product: Product }) {
  const picker = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!picker.current) return;
    const rules = new CSSStyleSheet();
    rules.replaceSync(colourRules(product));
    document.adoptedStyleSheets.push(rules);
    startChoice();
    startPicker(picker.current, product, contentLife());
    void startFilms(picker.current, contentLife());
  }, [product]);

  return (
    <div ref={picker} className="product-picker">
      <ProductGallery
        panels={galleryPanels(product, '')}
        chosen={viewProduct(product, [], [], null).chosen?.id}
      />
      <ProductDetails product={product} apiHost="" tax={pageTax()} />
    </div>
  );
}
