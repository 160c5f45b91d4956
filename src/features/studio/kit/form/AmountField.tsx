import { formatPounds, isPrice, NO_PENCE, parsePrice, poundsText } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { Button } from '../Button.tsx';
import { Field, type FieldProps } from './Field.tsx';
import { typedNumber } from './typed-amount.ts';

/** A typed amount in pence: 0 if empty, null if invalid. */
export function amountIn(text: string): Pence | null {
  if (text.trim() === '') return NO_PENCE;
  const amount = typedNumber(text) ?? '';
  return isPrice(amount) ? parsePrice(amount) : null;
}

interface Props extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Maximum, offered by a button. */
  most?: Pence;
}

/** An amount in pounds. */
export function AmountField({ value, onChange, most, ...field }: Props) {
  return (
    <Field {...field}>
      {(about) => (
        <div className="order-amount">
          <span aria-hidden="true">£</span>
          <input
            {...about}
            className="field"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            pattern={String.raw`\s*£?\s*(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?\s*`}
            title="Pounds and pence, such as 4.95"
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {most !== undefined && most > 0 && (
            <Button look="small" onClick={() => onChange(poundsText(most))}>
              All {formatPounds(most)}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
