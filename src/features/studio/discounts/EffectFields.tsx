import { eachOf } from '#domain/basics/each-of.ts';
import type { DiscountKind } from '#domain/enums.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import type { ContractForm } from '../kit/form/use-contract-form.ts';
import type { TypedEffect } from './typed-effect.ts';

const kinds: Record<DiscountKind, string> = {
  percent: 'Per cent off',
  amount: 'Amount off',
  free_delivery: 'Free standard delivery',
};

const effectFields = ['percent', 'amount_pence', 'minimum_pence'] as const;

/** Names and errors of a form's effect, which it has as `terms`. */
export function effectAt(form: ContractForm): Props['at'] {
  return eachOf(effectFields, (field) => form.at(`terms.${field}`));
}

interface Props {
  typed: TypedEffect;
  /** Names and errors of the fields. */
  at: Readonly<Record<(typeof effectFields)[number], ReturnType<ContractForm['at']>>>;
  onChange: (changed: Partial<TypedEffect>) => void;
}

/** The fields of a discount's effect and minimum. */
export function EffectFields({ typed, at, onChange }: Props) {
  const { kind, percent, amount, minimum } = typed;
  return (
    <>
      <SelectField
        label="It gives"
        value={kind}
        choices={kinds}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      {kind === 'percent' && (
        <TextField
          label="Per cent"
          inputMode="numeric"
          value={percent}
          {...at.percent}
          onChange={(text) => onChange({ percent: text })}
        />
      )}
      {kind === 'amount' && (
        <TextField
          label="Amount in pounds, at catalogue prices"
          inputMode="decimal"
          value={amount}
          {...at.amount_pence}
          onChange={(text) => onChange({ amount: text })}
        />
      )}
      <TextField
        label="Minimum in pounds, at catalogue prices"
        hint="Of the goods it is for; empty for none."
        inputMode="decimal"
        value={minimum}
        {...at.minimum_pence}
        onChange={(text) => onChange({ minimum: text })}
      />
    </>
  );
}
