import { LONGEST } from '#domain/catalogue-rules.ts';
import type { EditedProduct, StaffCatalogue } from '#domain/wire/staff-catalogue.ts';
import { CheckField } from '../form/CheckField.tsx';
import { MomentField } from '../form/MomentField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { AttributeFields } from './AttributeFields.tsx';
import { ColourFields } from './ColourFields.tsx';
import { SaleFields } from './SaleFields.tsx';
import { penceIn, useProductDraft } from './use-product-draft.ts';

interface FieldsProps {
  draft: ReturnType<typeof useProductDraft>;
  /** Names by slug. */
  categories: Readonly<Record<string, string>>;
}

function ProductFields({ draft, categories }: FieldsProps) {
  const { was, now, price, salePrice, type, change } = draft;
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={LONGEST.name}
        value={now.name}
        onChange={(name) => change({ name })}
      />
      <div className="catalogue-short">
        <TextField
          label="Price in pounds"
          required
          inputMode="decimal"
          value={price}
          onChange={(text) => type({ price: text })}
        />
        <SelectField
          label="Category"
          value={now.category}
          choices={categories}
          onChange={(category) => change({ category })}
        />
      </div>
      <TextField
        label="Description"
        rows={5}
        maxLength={LONGEST.description}
        value={now.description}
        onChange={(description) => change({ description })}
      />
      <AttributeFields product={now} category={categories[now.category] ?? ''} onChange={change} />
      <SaleFields
        product={was}
        price={salePrice}
        times={now}
        pence={{ regular: penceIn(price), sale: penceIn(salePrice) }}
        onPrice={(text) => type({ salePrice: text })}
        onTimes={change}
      />
      <MomentField
        label="Visible from"
        value={now.visible_from}
        hint="London time. Until then shoppers cannot see, find or buy it. Empty: on publication."
        onChange={(visible_from) => change({ visible_from })}
      />
      <CheckField checked={now.archived} onChange={(archived) => change({ archived })}>
        Archived: not in the shop
      </CheckField>
    </>
  );
}

interface Props {
  product: EditedProduct;
  categories: StaffCatalogue['categories'];
}

/** Edits a product; saving makes a draft release. */
export function ProductForm({ product, categories }: Props) {
  const draft = useProductDraft(product);
  const { now, problem, change } = draft;
  return (
    <form
      className="catalogue-form"
      onSubmit={(event) => {
        event.preventDefault();
        void draft.save();
      }}
    >
      {draft.isRestored && (
        <p className="release-story">
          Your unsaved changes were restored.{' '}
          <button type="button" className="button-quiet" onClick={draft.startOver}>
            Start over
          </button>
        </p>
      )}
      <ProductFields
        draft={draft}
        categories={Object.fromEntries(categories.map(({ slug, name }) => [slug, name]))}
      />
      {now.colours.map((colour, index) => (
        <ColourFields
          key={colour.color_name}
          colour={colour}
          onChange={(next) => change({ colours: now.colours.with(index, next) })}
        />
      ))}
      <div role="alert" className="studio-failure">
        {problem !== '' && <p className="message-error">{problem}</p>}
      </div>
      <div className="release-verbs">
        <button type="submit" className="button" aria-busy={draft.isBusy}>
          Preview
        </button>
      </div>
    </form>
  );
}
