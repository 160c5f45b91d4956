import type { BillingField, BillingForm } from '#domain/billing.ts';
import { SHIPPING_COUNTRIES } from '#domain/countries.ts';

interface Props {
  form: BillingForm;
  /** Error messages by field. */
  errors: Partial<Record<BillingField, string>>;
  onChange: (field: BillingField, value: string) => void;
}

const INPUTS = [
  { field: 'name', label: 'Name', type: 'text', autoComplete: 'name' },
  { field: 'address', label: 'Address', type: 'text', autoComplete: 'street-address' },
  { field: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { field: 'phone', label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
] as const;

function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="message-error">
      {text}
    </p>
  );
}

function describedBy(error: string | undefined, id: string): string | undefined {
  return error === undefined ? undefined : id;
}

/** The five fields of the billing form (spec, section 2), each with its error message below. */
export function BillingFields({ form, errors, onChange }: Props) {
  return (
    <div className="grid gap-5">
      {INPUTS.map(({ field, label, type, autoComplete }) => (
        <div key={field}>
          <label className="label" htmlFor={`billing-${field}`}>
            {label}
          </label>
          <input
            id={`billing-${field}`}
            name={field}
            type={type}
            className="field"
            autoComplete={autoComplete}
            required
            value={form[field]}
            onChange={(event) => onChange(field, event.target.value)}
            aria-invalid={errors[field] !== undefined}
            aria-describedby={describedBy(errors[field], `billing-${field}-error`)}
          />
          <FieldError id={`billing-${field}-error`} text={errors[field]} />
        </div>
      ))}
      <div>
        <label className="label" htmlFor="billing-country">
          Shipping Country
        </label>
        <select
          id="billing-country"
          name="country"
          className="field"
          autoComplete="country"
          required
          value={form.country}
          onChange={(event) => onChange('country', event.target.value)}
          aria-invalid={errors.country !== undefined}
          aria-describedby={`billing-country-help${errors.country ? ' billing-country-error' : ''}`}
        >
          <option value="">Select a country</option>
          {SHIPPING_COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <FieldError id="billing-country-error" text={errors.country} />
        <p id="billing-country-help" className="mt-2 text-sm text-ink-soft">
          Please select shipping country. Shipping price will be calculated upon checkout.
        </p>
      </div>
    </div>
  );
}
