import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FocusEvent, ReactNode, SubmitEvent } from 'react';
import { BILLING_FIELDS, isComplete, readBillingForm } from '#domain/orders/billing.ts';
import type { BillingField, BillingForm } from '#domain/orders/billing.ts';
import { startingForm } from '#domain/orders/starting-form.ts';
import { billingFormData } from '#stores/checkout/checkout-storage.ts';
import { $session } from '#stores/session.ts';
import { billingErrors } from './billing-errors.ts';
import type { BillingErrors } from './billing-errors.ts';
import './billing.css';
import { BillingFields } from './BillingFields.tsx';
import { BillingDestination } from './BillingDestination.tsx';
import { BillingSummary } from './BillingSummary.tsx';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { useCheckout } from './use-checkout.ts';
import { useRestored } from '#ui/islands/use-restored.ts';

const INCOMPLETE = 'Please fill out the billing form to proceed.';

function isEmail(form: HTMLFormElement): boolean {
  return form.querySelector<HTMLInputElement>('[type="email"]')?.validity.valid ?? true;
}

interface Props {
  /** The box for our news. */
  children: ReactNode;
  /** Codes of the countries where the shop does not sell, as of the build. */
  closed: readonly string[];
  /** The sentence on them. */
  closedText: string;
}

function Billing({ children, closed, closedText }: Props) {
  // The last values read. The fields take precedence, because some password managers fill them in
  // without an event.
  const [form, setForm] = useState(() =>
    startingForm(billingFormData.get(), document.cookie, closed),
  );
  const [errors, setErrors] = useState<BillingErrors>({});
  const [refusal, setRefusal] = useState('');
  // A restored address counts as finished: nobody is typing.
  const [left, setLeft] = useState(form.address !== '');
  const { items, discount, total, inside, busy, message, code, checkOut } = useCheckout(
    form.name + form.address !== '',
    form.country,
  );

  function readFields(fields: HTMLFormElement): BillingForm {
    const now = readBillingForm(Object.fromEntries(new FormData(fields)));
    setForm(now);
    // Kept for a reload, Back and an expired login.
    billingFormData.set(now);
    return now;
  }

  function change(field: BillingField): void {
    const others: BillingErrors = { ...errors };
    delete others[field];
    // The address error may have been about the country.
    if (field === 'country' && form.address) delete others.address;
    setErrors(others);
    setRefusal('');
  }

  /** Shows the error of a field that was left with a text. Not on the way to CHECKOUT, which would move away. */
  function leave({ currentTarget, target, relatedTarget }: FocusEvent<HTMLFormElement>): void {
    const now = readFields(currentTarget);
    setLeft(now.address !== '');
    if (relatedTarget instanceof HTMLButtonElement) return;
    const found = billingErrors(now, isEmail(currentTarget));
    const conflict = now.country && code?.addressConflict(now.address, now.country);
    if (conflict) found.address = conflict;
    for (const field of BILLING_FIELDS) {
      const error = found[field];
      const isLeft = target === currentTarget.elements.namedItem(field);
      if (isLeft && now[field] && error) setErrors({ ...errors, [field]: error });
    }
  }

  /** Returns whether there are any errors. */
  function show(found: BillingErrors, element: HTMLFormElement): boolean {
    setErrors(found);
    const [first] = Object.keys(found);
    element.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { currentTarget } = event;
    const filled = readFields(currentTarget);
    setRefusal(isComplete(filled) ? '' : INCOMPLETE);
    if (show(billingErrors(filled, isEmail(currentTarget)), currentTarget)) return;
    const news = new FormData(currentTarget).has('news') || undefined;
    show(await checkOut({ ...filled, news }), currentTarget);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- events of its fields bubble
    <form
      method="post"
      noValidate
      onInput={({ currentTarget }) => readFields(currentTarget)}
      onBlur={leave}
      onSubmit={(event) => void submit(event)}
      className="billing"
    >
      <BillingFields
        form={form}
        errors={errors}
        closed={closed}
        closedText={closedText}
        addressLine={code?.addressLine(form, left) ?? ''}
        onInput={change}
      >
        {children}
      </BillingFields>
      <div className="billing-sums">
        <BillingSummary items={items} discount={discount} total={total} inside={inside} />
        <BillingDestination items={items} discount={discount} country={form.country} />
        <div>
          <button
            type="submit"
            className="button w-full"
            aria-disabled={!isComplete(form)}
            aria-busy={busy}
            aria-describedby="checkout-message"
          >
            CHECKOUT
          </button>
          <output id="checkout-message" className="block">
            {(refusal || message) && (
              <span className="message-error block">{refusal || message}</span>
            )}
          </output>
        </div>
      </div>
    </form>
  );
}

/** The billing form, for logged-in shoppers; others are redirected to login and back. */
function BillingForCustomers(props: Props) {
  const loggedIn = useStore($session) !== null;

  useEffect(() => {
    if (!loggedIn) leaveForLogin('/billing');
  }, [loggedIn]);

  return loggedIn ? <Billing {...props} /> : <Loading />;
}

/** The billing page. Server-rendered HTML has no session: it shows "Loading..." until storage is read. */
export default function BillingPage(props: Props) {
  const restored = useRestored();
  return (
    <ErrorBoundary>
      <section className="shell grid gap-8 py-8 lg:py-16">
        <h1 className="title">Enter Billing Information to Proceed</h1>
        {restored ? <BillingForCustomers {...props} /> : <Loading />}
      </section>
    </ErrorBoundary>
  );
}
