import { html, raw } from 'hono/html';
import type Stripe from 'stripe';
import { formatAmount } from './currency.ts';
import type { PaymentField } from './payment-field.ts';
import { isFree, paymentFields } from './payment-field.ts';
import type { FilledForm } from './payment-form.ts';
import {
  deliveryMarkup,
  deliveryPrice,
  fieldMarkup,
  lineMarkup,
  testCardsMarkup,
  walletMarkup,
} from './payment-page-parts.ts';
import { PAYMENT_PAGE_SCRIPT } from './payment-page-script.ts';
import { PAYMENT_PAGE_STYLES } from './payment-page-styles.ts';
import type { WireLineItem } from './state.ts';

type Markup = ReturnType<typeof html>;

const NOTICE = 'Test payment page — no real money moves';

/** The content of the payment page. */
export interface PaymentPageView {
  session: Stripe.Checkout.Session;
  lines: readonly WireLineItem[];
  products: ReadonlyMap<string, Stripe.Product>;
  rates: readonly Stripe.ShippingRate[];
  /** Name of the discount; null without one. */
  couponName: string | null;
  form: FilledForm;
  /** The bank's message after a declined attempt. */
  decline: string | null;
  /** Allows the page's own script under its Content-Security-Policy. */
  nonce: string;
  year: number;
}

function documentMarkup(title: string, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(PAYMENT_PAGE_STYLES)}
        </style>
      </head>
      <body>
        <header><p class="notice">${NOTICE}</p></header>
        <div class="page">${body}</div>
      </body>
    </html>`;
}

function backLink(session: Stripe.Checkout.Session): Markup | '' {
  if (session.cancel_url === null) return '';
  const address = session.cancel_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  return html`<a class="back" href="${address}"><span>Back to the shop</span></a>`;
}

function summaryMarkup({
  session,
  lines,
  products,
  rates,
  couponName,
  form,
}: PaymentPageView): Markup {
  const currency = session.currency ?? 'gbp';
  const chosen = rates.find((rate) => rate.id === form.typed.get('shipping_rate'));
  const shipping = chosen?.fixed_amount?.amount ?? 0;
  const subtotal = session.amount_subtotal ?? 0;
  const discount = session.total_details?.amount_discount ?? 0;
  const productOf = ({ price: { product } }: WireLineItem) =>
    typeof product === 'string' ? products.get(product) : undefined;
  return html`<section class="summary" aria-labelledby="order">
    <h2 id="order">Your order</h2>
    <ul class="lines">
      ${lines.map((line) => lineMarkup(line, productOf(line)))}
    </ul>
    <dl class="totals">
      <div>
        <dt>Subtotal</dt>
        <dd class="amount">${formatAmount(subtotal, currency)}</dd>
      </div>
      ${
        discount === 0
          ? ''
          : html`<div>
              <dt>${couponName}</dt>
              <dd class="amount">-${formatAmount(discount, currency)}</dd>
            </div>`
      }
      ${
        rates.length === 0
          ? ''
          : html`<div>
              <dt>Delivery</dt>
              <dd class="amount" data-shipping>${deliveryPrice(shipping, currency)}</dd>
            </div>`
      }
      <div class="total">
        <dt>Total</dt>
        <dd class="amount" data-total aria-live="polite">
          ${formatAmount(subtotal - discount + shipping, currency)}
        </dd>
      </div>
    </dl>
    ${
      rates.length > 1
        ? html`<noscript
            ><p class="quiet">
              The total is updated with your choice of delivery when you pay.
            </p></noscript
          >`
        : ''
    }
  </section>`;
}

const SECTION_TITLES: readonly [PaymentField['section'], string][] = [
  ['contact', 'Contact'],
  ['delivery-address', 'Delivery address'],
  ['card', 'Card'],
  ['billing-address', 'Billing address'],
];

function sectionMarkup(
  [section, title]: (typeof SECTION_TITLES)[number],
  fields: readonly PaymentField[],
  form: FilledForm,
): Markup | '' {
  const own = fields.filter((field) => field.section === section);
  if (own.length === 0) return '';
  return html`<section class="part" aria-labelledby="${section}">
    <h2 id="${section}">${title}</h2>
    <div class="fields">${own.map((field) => fieldMarkup(field, form))}</div>
  </section>`;
}

function formMarkup({ session, rates, form, decline, year }: PaymentPageView): Markup {
  const fields = paymentFields(session);
  const [contact, ...others] = SECTION_TITLES;
  const free = isFree(session);
  return html`<form method="post" novalidate>
    ${
      decline === null
        ? ''
        : html`<div class="alert" role="alert" tabindex="-1">
            <p><strong>${decline}</strong></p>
            <p>You have not been charged. Try another card.</p>
          </div>`
    }
    ${contact ? sectionMarkup(contact, fields, form) : ''}
    ${rates.length === 0 ? '' : deliveryMarkup(session, rates, form)}
    ${
      session.custom_text.shipping_address
        ? html`<p class="note quiet">${session.custom_text.shipping_address.message}</p>`
        : ''
    }
    ${others.map((section) => sectionMarkup(section, fields, form))}
    ${
      session.custom_text.submit
        ? html`<p class="note quiet">${session.custom_text.submit.message}</p>`
        : ''
    }
    <button class="pay" type="submit" ${free ? 'data-free=true' : ''}>
      ${free ? 'Complete order' : 'Pay'}
    </button>
    ${free ? '' : testCardsMarkup(year)}
  </form>`;
}

/** The payment page of an open session. */
export function paymentPage(view: PaymentPageView): Markup {
  const wrong = view.form.problems.size > 0 || view.decline !== null;
  return documentMarkup(
    `${wrong ? 'Problem: ' : ''}${NOTICE}`,
    html`<main>
        ${backLink(view.session)}
        <h1>Complete your payment</h1>
        <div class="columns">
          ${summaryMarkup(view)}
          <div>
            ${isFree(view.session) ? '' : walletMarkup(view.session, view.rates)}
            ${formMarkup(view)}
          </div>
        </div>
      </main>
      <script nonce="${view.nonce}">
        ${raw(PAYMENT_PAGE_SCRIPT)};
      </script>`,
  );
}

/** The bank's page between paying and the answer: 3-D Secure. */
export function challengePage(session: Stripe.Checkout.Session): Markup {
  const amount = formatAmount(session.amount_total ?? 0, session.currency ?? 'gbp');
  return documentMarkup(
    `Your bank asks | ${NOTICE}`,
    html`<main class="message">
      <h1>3-D Secure test</h1>
      <p>Your bank wants to know whether it is you who pays ${amount}.</p>
      <form method="post">
        <button class="pay" type="submit" name="challenge" value="complete">
          Complete authentication
        </button>
        <button class="pay" type="submit" name="challenge" value="fail">Fail authentication</button>
      </form>
    </main>`,
  );
}

/** The page of a session that can no longer be paid. */
export function expiredPage(session: Stripe.Checkout.Session): Markup {
  return documentMarkup(
    `This payment has expired | ${NOTICE}`,
    html`<main class="message">
      <h1>This payment has expired</h1>
      <p>Nothing was charged. Go back to the shop to start again.</p>
      ${backLink(session)}
    </main>`,
  );
}

/** The page for an unknown session. */
export function unknownPage(): Markup {
  return documentMarkup(
    `Payment not found | ${NOTICE}`,
    html`<main class="message">
      <h1>Payment not found</h1>
      <p>This address does not belong to any payment. Start again from the shop’s checkout.</p>
    </main>`,
  );
}
