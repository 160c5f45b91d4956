import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { changeRelease } from '#api/staff/releases.ts';
import { LONGEST } from '#domain/catalogue-rules.ts';
import { pence, poundsText } from '#domain/money.ts';
import type { EditedProduct, StaffCatalogue } from '#domain/wire/staff-catalogue.ts';
import { Moment } from '../form-fields.tsx';
import { goTo } from '../use-place.ts';
import { attributeFault } from './attribute-fault.ts';
import { AttributeFields } from './AttributeFields.tsx';
import { ColourFields } from './ColourFields.tsx';
import { changesOfProduct } from './product-edit.ts';
import { releasePlace } from './release-place.ts';
import { saleFault } from './sale-text.ts';
import { SaleFields } from './SaleFields.tsx';
import { forgetTyped, keepTyped, type TypedProduct, typedBefore } from './typed-product.ts';
import { useReleaseAction } from './use-release-action.ts';

interface Props {
  product: EditedProduct;
  categories: StaffCatalogue['categories'];
}

/** A price as people write it, in pence; 0 where it is none. */
function penceIn(text: string): number {
  const [, pounds = '', pennies = ''] = /^£?\s*(\d{1,5})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return pounds === '' ? 0 : Number(pounds) * 100 + Number(pennies.padEnd(2, '0'));
}

/** What is wrong with a form, as a sentence; null when nothing is. */
function faultOf(typed: EditedProduct, salePrice: string): string | null {
  if (typed.price_pence === 0) return 'Write the price in pounds, such as 45.50.';
  if (salePrice.trim() !== '' && typed.sale_price_pence === 0)
    return 'Write the sale price in pounds, such as 32.50, or empty it.';
  // The field itself says why.
  if ([typed.sale_from, typed.sale_until, typed.visible_from].includes(''))
    return 'There is no such time: choose another.';
  return attributeFault(typed) ?? saleFault(typed, serverNow());
}

/** A form as the shop fills it in. */
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
 * A product's form. What is changed in it becomes a draft, and no more than that. Until it has, this tab keeps what was
 * typed: a login that has ended leads away from the form and back.
 */
export function ProductForm({ product: shown, categories }: Props) {
  const [before] = useState(() => typedBefore(shown.slug));
  const [isBack, setBack] = useState(before !== null);
  const [typed, setTyped] = useState(() => before ?? untouched(shown));
  const [wrong, setWrong] = useState('');
  const action = useReleaseAction();
  // What the shop changes meanwhile (stock is sold) is no change of this form's.
  const { was: product, now, price, salePrice, form } = typed;

  function type(fields: Partial<TypedProduct>): void {
    const next = { ...typed, ...fields };
    setTyped(next);
    keepTyped(next);
    setWrong('');
  }

  function change(fields: Partial<EditedProduct>): void {
    type({ now: { ...now, ...fields } });
  }

  function startAgain(): void {
    forgetTyped();
    setTyped(untouched(shown));
    setBack(false);
    setWrong('');
  }

  async function save(): Promise<void> {
    const edited = { ...now, price_pence: penceIn(price), sale_price_pence: penceIn(salePrice) };
    const fault = faultOf(edited, salePrice);
    const changes = fault === null ? changesOfProduct(product, edited, form.stock) : null;
    if (!changes) {
      setWrong(fault ?? 'Nothing was changed.');
      return;
    }
    const options = {
      archive_missing: false,
      overwrite: false,
      restore: false,
      allow_price_jumps: false,
      allow_archiving: 0,
    };
    const done = await action.run((customer) =>
      changeRelease(
        {
          do: 'save',
          release: form.release,
          title: now.name,
          source: 'Studio',
          changes,
          options,
          version: 0,
        },
        customer,
      ),
    );
    if (!done) return;
    forgetTyped();
    goTo(releasePlace(form.release));
  }

  return (
    <form
      className="catalogue-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {isBack && (
        <p className="release-story">
          What you had typed here is back.{' '}
          <button type="button" className="button-quiet" onClick={startAgain}>
            Start again
          </button>
        </p>
      )}
      <div>
        <label className="label" htmlFor="product-name">
          Name
        </label>
        <input
          id="product-name"
          className="field"
          required
          maxLength={LONGEST.name}
          value={now.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
      </div>
      <div className="catalogue-short">
        <div>
          <label className="label" htmlFor="product-price">
            Price in pounds
          </label>
          <input
            id="product-price"
            className="field"
            required
            inputMode="decimal"
            value={price}
            onChange={({ currentTarget: { value } }) => type({ price: value })}
          />
        </div>
        <div>
          <label className="label" htmlFor="product-category">
            Category
          </label>
          <select
            id="product-category"
            className="field"
            value={now.category}
            onChange={({ currentTarget: { value } }) => change({ category: value })}
          >
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div>
        <label className="label" htmlFor="product-description">
          Description
        </label>
        <textarea
          id="product-description"
          className="field"
          rows={5}
          maxLength={LONGEST.description}
          value={now.description}
          onChange={({ currentTarget: { value } }) => change({ description: value })}
        />
      </div>
      <AttributeFields
        product={now}
        category={categories.find(({ slug }) => slug === now.category)?.name ?? ''}
        onChange={change}
      />
      <SaleFields
        product={product}
        price={salePrice}
        times={now}
        pence={{ regular: penceIn(price), sale: penceIn(salePrice) }}
        onPrice={(text) => type({ salePrice: text })}
        onTimes={change}
      />
      <Moment
        label="Visible from"
        value={now.visible_from}
        hint="London’s time. Until then nobody sees, finds or buys it. Empty: as soon as it is published."
        onChange={(visible_from) => change({ visible_from })}
      />
      <label className="studio-check">
        <input
          type="checkbox"
          checked={now.archived}
          onChange={({ currentTarget: { checked } }) => change({ archived: checked })}
        />
        Archived: not in the shop
      </label>
      {now.colours.map((colour, index) => (
        <ColourFields
          key={colour.color_name}
          colour={colour}
          onChange={(next) => change({ colours: now.colours.with(index, next) })}
        />
      ))}
      <div role="alert" className="studio-failure">
        {(wrong || action.problem) !== '' && (
          <p className="message-error">{wrong || action.problem}</p>
        )}
      </div>
      <div className="release-verbs">
        <button type="submit" className="button" aria-busy={action.isBusy}>
          Preview
        </button>
      </div>
    </form>
  );
}
