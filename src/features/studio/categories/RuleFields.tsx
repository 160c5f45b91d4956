import type { EditedCategory } from '#domain/contracts/staff-categories.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import type { Faults } from '../kit/form/Field.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { TextField } from '../kit/form/TextField.tsx';
import type { TypedRule } from './typed-category.ts';

interface Props {
  rule: TypedRule;
  /** Categories to choose from. */
  categories: readonly EditedCategory[];
  faults: Faults;
  onChange: (rule: TypedRule) => void;
}

/** The conditions of a collection; a product must meet all that are filled in. */
export function RuleFields({ rule, categories, faults, onChange }: Props) {
  const field = fieldsOf(rule, onChange, faults);
  const fault = faults.get('rule');
  return (
    <div className="category-rule">
      <p className="studio-soft">
        A product belongs to it as long as it meets every condition that is filled in. Prices are
        what a shopper in the United Kingdom is charged now: with tax, and a sale’s included.
      </p>
      {fault && <p className="message-error">{fault}</p>}
      <div className="catalogue-times">
        <TextField label="Price under, in pounds" inputMode="decimal" {...field('under')} />
        <TextField label="Price over, in pounds" inputMode="decimal" {...field('over')} />
      </div>
      <CheckField checked={rule.onSale} onChange={(on) => onChange({ ...rule, onSale: on })}>
        Only products whose price is reduced
      </CheckField>
      <TextField
        label="Only the newest"
        hint="A number, such as 12. It counts the products that meet the other conditions."
        inputMode="numeric"
        {...field('newest')}
      />
      <fieldset className="category-choices">
        <legend className="label">Only these categories</legend>
        {categories.map(({ slug, name }) => (
          <CheckField
            key={slug}
            checked={rule.categories.includes(slug)}
            onChange={(on) => {
              const others = rule.categories.filter((one) => one !== slug);
              onChange({ ...rule, categories: on ? [...others, slug] : others });
            }}
          >
            {name}
          </CheckField>
        ))}
      </fieldset>
    </div>
  );
}
