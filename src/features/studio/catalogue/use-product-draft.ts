import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { pence, poundsText } from '#domain/money.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';
import { changeRelease } from '#domain/wire/staff-releases.ts';
import { asStaff } from '../as-staff.ts';
import { goTo } from '../use-place.ts';
import { attributeFault } from './attribute-fault.ts';
import { noOptions } from './new-release.ts';
import { changesOfProduct } from './product-edit.ts';
import { releasePlace } from './release-place.ts';
import { saleFault } from './sale-text.ts';
import { forgetTyped, keepTyped, type TypedProduct, typedBefore } from './typed-product.ts';
import { useReleaseAction } from './use-release-action.ts';

/** A typed price in pence; 0 if invalid. */
export function penceIn(text: string): number {
  const [, pounds = '', pennies = ''] = /^£?\s*(\d{1,5})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return pounds === '' ? 0 : Number(pounds) * 100 + Number(pennies.padEnd(2, '0'));
}

/** Form-level validation error; null if valid. */
function faultOf(typed: EditedProduct, salePrice: string): string | null {
  if (typed.price_pence === 0) return 'Enter the price in pounds, such as 45.50.';
  if (salePrice.trim() !== '' && typed.sale_price_pence === 0)
    return 'Enter the sale price in pounds, such as 32.50, or leave it empty.';
  // The field itself gives the reason.
  if ([typed.sale_from, typed.sale_until, typed.visible_from].includes(''))
    return 'That time does not exist. Choose another.';
  return attributeFault(typed) ?? saleFault(typed, serverNow());
}

function untouched(product: EditedProduct): TypedProduct {
  const { price_pence, sale_price_pence } = product;
  return {
    was: product,
    now: product,
    price: poundsText(pence(price_pence)),
    salePrice: sale_price_pence === 0 ? '' : poundsText(pence(sale_price_pence)),
    form: { release: crypto.randomUUID(), stock: crypto.randomUUID() },
  };
}

/**
 * The edits of a product, saved as a draft release. This tab keeps them until then: an expired login redirects away
 * from the form and back.
 */
export function useProductDraft(shown: EditedProduct) {
  const [before] = useState(() => typedBefore(shown.slug));
  const [isRestored, setRestored] = useState(before !== null);
  const [typed, setTyped] = useState(() => before ?? untouched(shown));
  const [fault, setFault] = useState('');
  const action = useReleaseAction();
  // `was` is the product when editing began, so stock sold since does not count as an edit.
  const { was, now, price, salePrice, form } = typed;

  function type(fields: Partial<TypedProduct>): void {
    const next = { ...typed, ...fields };
    setTyped(next);
    keepTyped(next);
    setFault('');
  }

  async function save(): Promise<void> {
    const edited = { ...now, price_pence: penceIn(price), sale_price_pence: penceIn(salePrice) };
    const invalid = faultOf(edited, salePrice);
    const changes = invalid === null ? changesOfProduct(was, edited, form.stock) : null;
    if (!changes) {
      setFault(invalid ?? 'Nothing has changed.');
      return;
    }
    const { release } = form;
    const draft = { release, title: now.name, source: 'Studio', options: noOptions, version: 0 };
    const done = await action.run(() => asStaff(changeRelease, { do: 'save', changes, ...draft }));
    if (!done) return;
    forgetTyped();
    goTo(releasePlace(release));
  }

  return {
    was,
    now,
    price,
    salePrice,
    /** Whether unsaved edits of this tab were restored. */
    isRestored,
    problem: fault || action.problem,
    isBusy: action.isBusy,
    type,
    change: (fields: Partial<EditedProduct>) => type({ now: { ...now, ...fields } }),
    startOver: () => {
      forgetTyped();
      setTyped(untouched(shown));
      setRestored(false);
      setFault('');
    },
    save,
  };
}
