import type { DiscountKind } from '#domain/enums.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import type { TypedEffect } from './typed-effect.ts';

const kinds: Record<DiscountKind, string> = {
  percent: 'Per cent off',
  amount: 'Amount off',
  free_delivery: 'Free standard delivery',
};

interface Props {
  typed: TypedEffect;
  /** The validation error of a field; undefined if valid. */
  fault: (field: 'percent' | 'amount_pence' | 'minimum_pence') => string | undefined;
  onChange: (changed: Partial<TypedEffect>) => void;
}

/** The fields of a discount's effect and minimum. */
export function EffectFields({ typed, fault, onChange }: Props) {
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
          fault={fault('percent')}
          onChange={(text) => onChange({ percent: text })}
        />
      )}
      {kind === 'amount' && (
        <TextField
          label="Amount in pounds, at catalogue prices"
          inputMode="decimal"
          value={amount}
          fault={fault('amount_pence')}
          onChange={(text) => onChange({ amount: text })}
        />
      )}
      <TextField
        label="Minimum in pounds, at catalogue prices"
        hint="Of the goods it is for; empty for none."
        inputMode="decimal"
        value={minimum}
        fault={fault('minimum_pence')}
        onChange={(text) => onChange({ minimum: text })}
      />
    </>
  );
}
