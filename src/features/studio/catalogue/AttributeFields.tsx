import { useMemo } from 'react';
import { anyCountryName } from '#domain/any-country-name.ts';
import { LONGEST } from '#domain/catalogue-rules.ts';
import { productProblems } from '#domain/launch-check/product-problems.ts';
import { countryCodes } from '#domain/postal/country-codes.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';
import { Choice, Words } from '../form-fields.tsx';

interface Props {
  product: EditedProduct;
  /** The category's name. */
  category: string;
  onChange: (fields: Partial<EditedProduct>) => void;
}

function digitsIn(text: string): string | null {
  return text.replaceAll(/\D/g, '') || null;
}

/** The facts that the law or customs require and the product lacks. */
function Missing({ product, category }: Omit<Props, 'onChange'>) {
  const { weight_grams, hs_code, origin_country } = product;
  const customs = { weight_grams, hs_code, origin_country };
  const problems = productProblems([{ ...product, category_name: category, customs }]);
  return (
    <output className="catalogue-missing">
      {problems.map(({ fact, remedy }) => (
        <span key={fact} className="block">
          {`Missing: ${fact}. `}
          <span className="studio-soft">{remedy}</span>
        </span>
      ))}
    </output>
  );
}

/** A product's facts: material, origin, size, care, safety, and what customs ask for. */
export function AttributeFields({ product, category, onChange }: Props) {
  const countries = useMemo(
    () =>
      countryCodes
        .map((code) => [code, anyCountryName(code)] as const)
        .toSorted(([, one], [, other]) => one.localeCompare(other)),
    [],
  );
  return (
    <fieldset className="catalogue-sale">
      <legend className="studio-subheading">Facts</legend>
      <Words
        label="Material"
        hint="Of textiles each fibre’s share: 60% wool, 40% acrylic."
        max={LONGEST.material}
        value={product.material ?? ''}
        onChange={(material) => onChange({ material: material || null })}
      />
      <div className="catalogue-times">
        <Words
          label="Size"
          max={LONGEST.size}
          value={product.size ?? ''}
          onChange={(size) => onChange({ size: size || null })}
        />
        <Words
          label="Measurements"
          max={LONGEST.measurements}
          value={product.measurements ?? ''}
          onChange={(measurements) => onChange({ measurements: measurements || null })}
        />
      </div>
      <Words
        label="Care"
        max={LONGEST.care}
        value={product.care ?? ''}
        onChange={(care) => onChange({ care: care || null })}
      />
      <Words
        label="Safety"
        hint="Warnings and marks, as on label and leaflet. Of sunglasses the filter category, too."
        max={LONGEST.safety}
        value={product.safety ?? ''}
        onChange={(safety) => onChange({ safety: safety || null })}
      />
      <div className="catalogue-times">
        <Choice
          label="Country of origin"
          value={product.origin_country ?? ''}
          choices={[['', 'Unknown'], ...countries]}
          onChange={(country) => onChange({ origin_country: country || null })}
        />
        <Words
          label="Weight in grams"
          keys="numeric"
          value={String(product.weight_grams ?? '')}
          onChange={(text) => onChange({ weight_grams: Number(digitsIn(text)) || null })}
        />
        <Words
          label="Commodity code"
          hint="For customs; shoppers do not see it."
          keys="numeric"
          value={product.hs_code ?? ''}
          onChange={(text) => onChange({ hs_code: digitsIn(text) })}
        />
      </div>
      <Missing product={product} category={category} />
    </fieldset>
  );
}
