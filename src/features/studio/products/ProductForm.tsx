import { Suspense, useEffect, useRef } from 'react';
import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { summaryOf } from '#domain/basics/meta-description.ts';
import { unprovenClaims } from '#domain/catalogue/environmental-claims.ts';
import { plainText } from '#domain/site-content/plain-text.ts';
import type { StaffCatalogue } from '#domain/contracts/staff-catalogue.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import { MomentField } from '../kit/form/MomentField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { MarkdownField } from '../kit/form/MarkdownField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { AttributeFields } from './AttributeFields.tsx';
import { ColourList } from './ColourList.tsx';
import { penceIn } from '../catalogue/typed-price.ts';
import { ProductBar } from './ProductBar.tsx';
import { Panel } from '../kit/Panel.tsx';
import { SearchFields } from '../kit/search-result/SearchFields.tsx';
import { SaleFields } from './SaleFields.tsx';
import type { TypedProduct } from './typed-product.ts';
import { lazyPart } from '../kit/lazy-part.tsx';
import { type ProductSource, useProductForm } from './use-product-form.ts';

const DrawPanel = lazyPart(() => import('./DrawPanel.tsx'));

interface PartProps {
  form: ReturnType<typeof useProductForm>;
  /** Names by slug. */
  categories: Readonly<Record<string, string>>;
}

function Basics({ form: { typed, faults, change, changeProduct }, categories }: PartProps) {
  const { now, price } = typed;
  return (
    <Panel title="Product">
      <TextField
        label="Name"
        fault={faults.get('name')}
        warning={unprovenClaims(now.name, now.environmental_proof)}
        maxLength={LONGEST.name}
        value={now.name}
        onChange={(name) => changeProduct({ name })}
      />
      <div className="catalogue-times">
        <TextField
          label="Price in pounds"
          inputMode="decimal"
          fault={faults.get('price')}
          value={price}
          onChange={(text) => change({ price: text })}
        />
        <SelectField
          label="Category"
          fault={faults.get('category')}
          value={now.category}
          choices={categories}
          onChange={(category) => changeProduct({ category })}
        />
      </div>
      <MarkdownField
        label="Description"
        rows={5}
        fault={faults.get('description')}
        warning={unprovenClaims(now.description, now.environmental_proof)}
        max={LONGEST.description}
        value={now.description}
        onChange={(description) => changeProduct({ description })}
      />
    </Panel>
  );
}

function Searched({ form: { typed, faults, changeProduct } }: PartProps) {
  const { now, colours } = typed;
  const pictures = colours.flatMap((colour) => (colour.archived ? [] : colour.pictures));
  return (
    <Panel title="Search engines and sharing">
      <SearchFields
        value={now}
        usual={{
          title: now.name,
          description: summaryOf(plainText(now.description)),
          picture: pictures.find(({ address }) => address !== null)?.address ?? null,
        }}
        path={now.id > 0 ? `/product-details/${now.id}` : '/product-details'}
        faults={faults}
        warningOf={(text) => unprovenClaims(text, now.environmental_proof)}
        onChange={changeProduct}
      />
    </Panel>
  );
}

function Visibility({ form: { typed, faults, change, changeProduct } }: PartProps) {
  const { was, now } = typed;
  return (
    <Panel title="In the shop">
      <MomentField
        label="Visible from"
        value={now.visible_from}
        hint="London time. Until then shoppers cannot see, find or buy it. Empty: on publication."
        onChange={(visible_from) => changeProduct({ visible_from })}
      />
      <TextField
        label="Slug"
        fault={faults.get('slug')}
        hint="Names the product in spreadsheets and releases. Made from the name."
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST.slug}
        value={now.slug}
        onChange={(slug) => change({ hasOwnSlug: slug !== '', now: { ...now, slug } })}
      />
      {was && (
        <CheckField checked={now.archived} onChange={(archived) => changeProduct({ archived })}>
          Archived: not in the shop
        </CheckField>
      )}
    </Panel>
  );
}

interface Props {
  edits: EditKeeper<TypedProduct>;
  source: ProductSource;
  categories: StaffCatalogue['categories'];
}

/** Edits a product, new or known; saving makes a draft release. */
export function ProductForm({ edits, source, categories }: Props) {
  const form = useProductForm(edits, source);
  const { typed, found, faults, change, changeProduct } = form;
  const { was, now, price, salePrice } = typed;
  const names = Object.fromEntries(categories.map(({ slug, name }) => [slug, name]));
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (found.size > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [found]);
  return (
    <form
      ref={element}
      className="product-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.preview();
      }}
    >
      <Basics form={form} categories={names} />
      <ColourList form={form} />
      <Panel title="Facts">
        <AttributeFields
          product={now}
          category={names[now.category] ?? ''}
          faults={faults}
          onChange={changeProduct}
        />
      </Panel>
      <Searched form={form} categories={names} />
      <div className="product-side">
        <Panel title="Sale">
          <SaleFields
            product={was}
            price={salePrice}
            times={now}
            pence={{ regular: penceIn(price), sale: penceIn(salePrice) }}
            faults={faults}
            onPrice={(text) => change({ salePrice: text })}
            onTimes={changeProduct}
          />
        </Panel>
        <Visibility form={form} categories={names} />
        {was && !was.archived && (
          <Suspense>
            <DrawPanel product={was.slug} />
          </Suspense>
        )}
      </div>
      <ProductBar form={form} />
    </form>
  );
}
