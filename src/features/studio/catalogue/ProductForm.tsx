import { useState } from 'react';
import { changeRelease } from '#api/staff/releases.ts';
import { LONGEST } from '#domain/catalogue-rules.ts';
import { pence, poundsText } from '#domain/money.ts';
import type { EditedProduct, StaffCatalogue } from '#domain/wire/staff-catalogue.ts';
import { goTo } from '../use-place.ts';
import { ColourFields } from './ColourFields.tsx';
import { changesOfProduct } from './product-edit.ts';
import { releasePlace } from './release-place.ts';
import { useReleaseAction } from './use-release-action.ts';

interface Props {
  product: EditedProduct;
  categories: StaffCatalogue['categories'];
}

function penceIn(text: string): number {
  const [, pounds = '', pennies = ''] = /^£?\s*(\d{1,5})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return pounds === '' ? 0 : Number(pounds) * 100 + Number(pennies.padEnd(2, '0'));
}

/** A product's form. What is changed in it becomes a draft, and no more than that. */
export function ProductForm({ product, categories }: Props) {
  const [now, setNow] = useState(product);
  const [price, setPrice] = useState(() => poundsText(pence(product.price_pence)));
  const [form] = useState(() => ({ release: crypto.randomUUID(), stock: crypto.randomUUID() }));
  const [wrong, setWrong] = useState('');
  const action = useReleaseAction();

  function change(fields: Partial<EditedProduct>): void {
    setNow({ ...now, ...fields });
    setWrong('');
  }

  async function save(): Promise<void> {
    const price_pence = penceIn(price);
    if (price_pence === 0) {
      setWrong('Write the price in pounds, such as 45.50.');
      return;
    }
    const changes = changesOfProduct(product, { ...now, price_pence }, form.stock);
    if (!changes) {
      setWrong('Nothing was changed.');
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
    if (done) goTo(releasePlace(form.release));
  }

  return (
    <form
      className="catalogue-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
            onChange={({ currentTarget: { value } }) => {
              setPrice(value);
              setWrong('');
            }}
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
      <div>
        <label className="label" htmlFor="product-material">
          Material
        </label>
        <input
          id="product-material"
          className="field"
          maxLength={LONGEST.material}
          value={now.material ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ material: value === '' ? null : value })
          }
        />
      </div>
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
