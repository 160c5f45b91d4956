import { Field, type FieldProps } from './Field.tsx';

interface Props<Value extends string> extends FieldProps {
  value: Value | '';
  /** Texts by value, in their order. */
  choices: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

/** A select. Requires a choice unless `''` is one of them. */
export function SelectField<Value extends string>({
  label,
  name,
  hint,
  fault,
  value,
  choices,
  onChange,
}: Props<Value>) {
  const values = Object.keys(choices) as Value[];
  const isOptional = Object.hasOwn(choices, '');
  return (
    <Field label={label} name={name} hint={hint} fault={fault}>
      {(about) => (
        <select
          {...about}
          className="field"
          required={!isOptional}
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = values.find((other) => other === currentTarget.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {value === '' && !isOptional && <option value="">Choose …</option>}
          {values.map((other) => (
            <option key={other} value={other}>
              {choices[other]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
