import { useMemo } from 'react';
import { anyCountryName } from '#domain/countries/any-country-name.ts';
import { unprovenClaims } from '#domain/catalogue/environmental-claims.ts';
import { productProblems } from '#domain/launch-check/product-problems.ts';
import { countryCodes } from '#domain/postal/country-codes.ts';
import { facts, factsByPart, numberFacts, textFacts } from '#domain/catalogue/product-facts.ts';
import type { Faults } from '../kit/form/Field.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import type { ProductFields } from './typed-product.ts';

interface Props {
  product: ProductFields;
  /** The category's name. */
  category: string;
  faults?: Faults;
  onChange: (fields: Partial<ProductFields>) => void;
}

/** Facts without which no page of the shop could be built. */
const required = new Set(['material', 'safety']);

/** A typed number; text that is none stays, to be marked. */
function numberIn(text: string): number | string | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : text || null;
}

/** Missing facts that the law or customs require. */
function Missing({
  product,
  category,
  by,
}: Pick<Props, 'product' | 'category'> & { by: 'law' | 'customs' }) {
  const { weight_grams: weight, hs_code, origin_country } = product;
  const weight_grams = typeof weight === 'number' ? weight : null;
  const customs = { weight_grams, hs_code, origin_country };
  const problems = productProblems([{ ...product, category_name: category, customs }]).filter(
    ({ column }) => required.has(column) === (by === 'law'),
  );
  return (
    <output className={by === 'law' ? 'catalogue-missing' : 'catalogue-wanted'}>
      {problems.map(({ fact, remedy }) => (
        <span key={fact} className="block">
          {`Missing: ${fact}. `}
          <span className="studio-soft">
            {remedy} {by === 'law' && 'Without it the product cannot be published.'}
          </span>
        </span>
      ))}
    </output>
  );
}

/** A product's facts, those for customs last. */
export function AttributeFields({ product, category, faults, onChange }: Props) {
  const countries = useMemo(
    () =>
      Object.fromEntries([
        ['', 'Unknown'],
        ...countryCodes
          .map((code) => [code, anyCountryName(code)] as const)
          .toSorted(([, one], [, other]) => one.localeCompare(other)),
      ]),
    [],
  );
  return (
    <>
      <Missing product={product} category={category} by="law" />
      {factsByPart(textFacts).map(([part, names]) => {
        const fields = names.map((name) => (
          <TextField
            key={name}
            label={facts[name].label}
            hint={facts[name].hint}
            fault={faults?.get(name)}
            warning={unprovenClaims(product[name] ?? '', product.environmental_proof)}
            max={facts[name].longest}
            value={product[name] ?? ''}
            onChange={(text) => onChange({ [name]: text || null })}
          />
        ));
        if (fields.length === 1) return fields;
        return (
          <div key={part} className="catalogue-times">
            {fields}
          </div>
        );
      })}
      <div className="catalogue-times">
        <SelectField
          label="Country of origin"
          value={product.origin_country ?? ''}
          choices={countries}
          onChange={(country) => onChange({ origin_country: country || null })}
        />
        {numberFacts.map((name) => (
          <TextField
            key={name}
            label={`${facts[name].label} in ${facts[name].units}`}
            hint={facts[name].hint}
            fault={faults?.get(name)}
            inputMode="numeric"
            value={String(product[name] ?? '')}
            onChange={(text) => onChange({ [name]: numberIn(text) })}
          />
        ))}
        <TextField
          label="Commodity code"
          hint="For customs; shoppers do not see it."
          fault={faults?.get('hs_code')}
          inputMode="numeric"
          value={product.hs_code ?? ''}
          onChange={(text) => onChange({ hs_code: text || null })}
        />
      </div>
      <Missing product={product} category={category} by="customs" />
    </>
  );
}
