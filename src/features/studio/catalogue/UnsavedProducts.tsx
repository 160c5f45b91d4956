import { useState } from 'react';
import type { AreaPlace } from '../place.ts';
import { linkTo } from '../use-place.ts';
import { keptProducts } from './kept-products.ts';
import { draftPlace, newProductPlace, productPlace } from './release-place.ts';
import type { TypedProduct } from './typed-product.ts';

function placeOfUnsaved({ was, form }: TypedProduct): AreaPlace {
  if (form.version > 0) return draftPlace(form.release);
  return was ? productPlace(was.slug) : newProductPlace(form.release);
}

/** Input of this browser that no draft has yet. */
export function UnsavedProducts() {
  const [unsaved] = useState(keptProducts);
  if (unsaved.length === 0) return null;
  return (
    <section className="release-note" aria-labelledby="unsaved-products">
      <h3 id="unsaved-products" className="studio-subheading">
        Not saved yet
      </h3>
      <ul>
        {unsaved.map((typed) => (
          <li key={typed.form.release}>
            <a className="link" {...linkTo(placeOfUnsaved(typed))}>
              {typed.now.name.trim() || 'New product'}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
