import type { DiscountKind } from '#domain/enums.ts';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import type { ContractForm } from '../kit/form/use-contract-form.ts';
import type { TypedEffect } from './typed-effect.ts';

const kinds: Record<DiscountKind, string> = {
  percent: 'Per cent off',
  amount: 'Amount off',
  free_delivery: 'Free standard delivery',
};

interface Props {
  typed: TypedEffect;
  /** The form, which has the effect in its `terms`. */
  form: Pick<ContractForm, 'at'>;
  onChange: (changed: TypedEffect) => void;
}

/** The fields of a discount's effect and minimum. */
export function EffectFields({ typed, form, onChange }: Props) {
  const field = fieldsOf(typed, onChange, (name) => form.at(`terms.${name}`));
  return (
    <>
      <SelectField label="It gives" {...field('kind')} choices={kinds} />
      {typed.kind === 'percent' && (
        <TextField label="Per cent" inputMode="numeric" {...field('percent')} />
      )}
      {typed.kind === 'amount' && (
        <TextField
          label="Amount in pounds, at catalogue prices"
          inputMode="decimal"
          {...field('amount_pence')}
        />
      )}
      <TextField
        label="Minimum in pounds, at catalogue prices"
        hint="Of the goods it is for; empty for none."
        inputMode="decimal"
        {...field('minimum_pence')}
      />
    </>
  );
}
