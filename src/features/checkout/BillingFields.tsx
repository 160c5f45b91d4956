import type { ReactNode } from 'react';
import type { BillingField, BillingForm } from '#domain/orders/billing.ts';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { keepVisible } from '#ui/islands/keep-visible.ts';

interface Props {
  /** The box for our news. */
  children: ReactNode;
  form: BillingForm;
  /** Error messages by field. */
  errors: Partial<Record<BillingField, string>>;
  /** The hint below the address, unless it has an error. */
  addressLine: string;
  /** Codes of the countries where the shop does not sell. */
  closed: readonly string[];
  /** The sentence on them; `''` if there are none. */
  closedText: string;
  onInput: (field: BillingField) => void;
}

const INPUTS = [
  { field: 'name', label: 'Name', autoComplete: 'name' },
  { field: 'address', label: 'Address', autoComplete: 'street-address' },
  { field: 'email', label: 'Email', type: 'email', inputMode: 'email', autoComplete: 'email' },
  { field: 'phone', label: 'Phone Number', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
] as const;

function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="message-error">
        {text}
      </p>
    )
  );
}

/** Reserves its height before it has text, so that nothing moves while the shopper types. */
function FieldHint({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="mt-2 h-5 text-sm leading-4 text-ink-soft">
      <span className="line-clamp-2">{text}</span>
    </p>
  );
}

/**
 * The five fields of the billing form (spec, section 2), each with its error message below.
 * Uncontrolled: a React render would overwrite text that was filled in without an event.
 */
export function BillingFields({
  children,
  form,
  errors,
  addressLine,
  closed,
  closedText,
  onInput,
}: Props) {
  const hints: Partial<Record<BillingField, string>> = { address: addressLine };
  return (
    <div className="grid gap-4">
      {INPUTS.map(({ field, label, ...input }) => {
        const error = errors[field];
        const hint = hints[field];
        const note = `billing-${field}-note`;
        return (
          <div key={field}>
            <label className="label" htmlFor={`billing-${field}`}>
              {label}
            </label>
            <input
              id={`billing-${field}`}
              name={field}
              {...input}
              className="field"
              enterKeyHint="next"
              required
              defaultValue={form[field]}
              onInput={(event) => {
                if (field === 'email') keepVisible(event);
                onInput(field);
              }}
              aria-invalid={!!error}
              aria-describedby={(error ?? hint) ? note : undefined}
            />
            {!error && hint !== undefined ? (
              <FieldHint id={note} text={hint} />
            ) : (
              <FieldError id={note} text={error} />
            )}
          </div>
        );
      })}
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
          defaultValue={form.country}
          onInput={() => onInput('country')}
          aria-invalid={!!errors.country}
          aria-describedby={`billing-country-help${errors.country ? ' billing-country-error' : ''}`}
        >
          <option value="">Select a country</option>
          {SHIPPING_COUNTRIES.filter(({ code }) => !closed.includes(code)).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <FieldError id="billing-country-error" text={errors.country} />
        <p id="billing-country-help" className="mt-2 text-sm text-ink-soft">
          Please select shipping country. Shipping price will be calculated upon checkout.
        </p>
        {closedText && <p className="mt-2 text-sm text-ink-soft">{closedText}</p>}
      </div>
      {children}
    </div>
  );
}
