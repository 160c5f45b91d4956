import { html } from 'hono/html';
import type Stripe from 'stripe';
import { formatAmount } from './currency.ts';
import type { PaymentField } from './payment-field.ts';
import type { FilledForm } from './payment-form.ts';
import { sampleDelivery, samplePhone } from './sample-address.ts';
import { deliveryText } from './shipping-rate.ts';
import type { WireLineItem } from './state.ts';
import { TEST_CARDS } from './test-card.ts';

type Markup = ReturnType<typeof html>;

/** A line of the order, with its picture if it has one. */
export function lineMarkup(line: WireLineItem, product: Stripe.Product | undefined): Markup {
  const [image] = product?.images ?? [];
  const each = formatAmount(line.price.unit_amount ?? 0, line.currency);
  const several = (line.quantity ?? 1) > 1 ? ` · ${each} each` : '';
  return html`<li class="line ${image === undefined ? 'plain' : ''}">
    ${image === undefined ? '' : html`<img src="${image}" alt="" width="64" height="80" />`}
    <div>
      <p class="name">${line.description}</p>
      ${product?.description ? html`<p class="quiet">${product.description}</p>` : ''}
      <p class="quiet">Quantity ${line.quantity}${several}</p>
    </div>
    <p class="amount">${formatAmount(line.amount_subtotal, line.currency)}</p>
  </li>`;
}

/** Formats the price of a delivery option. */
export function deliveryPrice(amount: number, currency: string): string {
  return amount === 0 ? 'Free' : formatAmount(amount, currency);
}

/** The delivery options as radio buttons, each with the amounts that the script shows when selected. */
export function deliveryMarkup(
  session: Stripe.Checkout.Session,
  rates: readonly Stripe.ShippingRate[],
  { typed, problems }: FilledForm,
): Markup {
  const currency = session.currency ?? 'gbp';
  const problem = problems.get('shipping_rate');
  return html`<fieldset
    ${problem === undefined ? '' : html`aria-describedby="shipping_rate-problem"`}
  >
    <legend>Delivery</legend>
    ${
      problem === undefined
        ? ''
        : html`<p class="problem" id="shipping_rate-problem">${problem}</p>`
    }
    <div class="choices">
      ${rates.map((rate) => {
        const amount = rate.fixed_amount?.amount ?? 0;
        const price = deliveryPrice(amount, currency);
        const discount = session.total_details?.amount_discount ?? 0;
        const total = formatAmount((session.amount_subtotal ?? 0) - discount + amount, currency);
        const estimate = deliveryText(rate.delivery_estimate);
        return html`<label class="choice">
          <input
            type="radio"
            name="shipping_rate"
            value="${rate.id}"
            required
            data-delivery-price="${price}"
            data-order-total="${total}"
            ${typed.get('shipping_rate') === rate.id ? 'checked' : ''}
          />
          <span
            >${rate.display_name}${
              estimate === null ? '' : html`<span class="quiet">${estimate}</span>`
            }</span
          >
          <span class="amount">${price}</span>
        </label>`;
      })}
    </div>
  </fieldset>`;
}

/**
 * A wallet's button and, once it is pressed, its sheet with the stored address and the choice of delivery. A form of its
 * own, which works without scripts.
 */
export function walletMarkup(
  session: Stripe.Checkout.Session,
  rates: readonly Stripe.ShippingRate[],
): Markup {
  const sample = sampleDelivery(session);
  const phone = samplePhone(session);
  const currency = session.currency ?? 'gbp';
  const subtotal = (session.amount_subtotal ?? 0) - (session.total_details?.amount_discount ?? 0);
  const stored = sample
    ? [
        sample.name,
        sample.address.line1,
        `${sample.address.city} ${sample.address.postal_code}`,
        ...(phone === null ? [] : [phone]),
      ]
    : [];
  return html`<form class="wallet" method="post">
    <details>
      <summary>Test Wallet</summary>
      ${sample ? html`<p class="quiet">${stored.join(', ')}</p>` : ''}
      ${
        rates.length === 0
          ? ''
          : html`<select name="shipping_rate" aria-label="Wallet delivery">
              ${rates.map((rate) => {
                const amount = rate.fixed_amount?.amount ?? 0;
                const total = formatAmount(subtotal + amount, currency);
                return html`<option value="${rate.id}">${rate.display_name}: ${total}</option>`;
              })}
            </select>`
      }
      <button class="pay" type="submit" name="wallet" value="pay">Pay with Test Wallet</button>
    </details>
  </form>`;
}

/** An input with its label, hint and error message. */
export function fieldMarkup(field: PaymentField, { typed, problems }: FilledForm): Markup {
  const { name } = field;
  const problem = problems.get(name);
  const described = [
    ...(field.hint === undefined ? [] : [`${name}-hint`]),
    ...(problem === undefined ? [] : [`${name}-problem`]),
  ].join(' ');
  const describedBy = described === '' ? '' : html`aria-describedby="${described}"`;
  const value = field.secret ? '' : (typed.get(name) ?? '');
  const invalid = problem === undefined ? 'false' : 'true';
  const input = field.choices
    ? html`<select
        id="${name}"
        name="${name}"
        autocomplete="${field.autocomplete}"
        ${describedBy}
        aria-invalid="${invalid}"
        required
      >
        <option value="">Select a country</option>
        ${field.choices.map(
          ([code, shown]) =>
            html`<option value="${code}" ${code === value ? ' selected' : ''}>${shown}</option>`,
        )}
      </select>`
    : html`<input
        id="${name}"
        name="${name}"
        type="${field.type ?? 'text'}"
        value="${value}"
        autocomplete="${field.autocomplete}"
        ${field.numeric ? 'inputmode=numeric' : ''}
        maxlength="200"
        ${describedBy}
        aria-invalid="${invalid}"
        aria-required="true"
      />`;
  return html`<div class="field ${field.half ? 'half' : ''}">
    <label for="${name}"
      >${field.label}
      ${
        field.hint === undefined
          ? ''
          : html`<span class="hint" id="${name}-hint">${field.hint}</span>`
      }</label
    >
    ${input}
    ${problem === undefined ? '' : html`<p class="problem" id="${name}-problem">${problem}</p>`}
  </div>`;
}

/** Groups a card number as printed on the card: 4-6-5 for American Express, else fours. */
function groupedNumber(number: string): string {
  return number.length === 15
    ? number.replace(/(\d{4})(\d{6})(\d{5})/, '$1 $2 $3')
    : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** The list of test cards. `year` is their year of expiry. */
export function testCardsMarkup(year: number): Markup {
  const expiry = `12/${String(year).slice(-2)}`;
  return html`<details>
    <summary>Test cards</summary>
    <table>
      <caption>
        Use any future date and any security code. Real cards are declined.
      </caption>
      ${TEST_CARDS.map(
        (card) =>
          html`<tr>
            <th scope="row">${groupedNumber(card.number)}</th>
            <td>${card.effect}</td>
            <td>
              <button
                class="use"
                type="button"
                hidden
                data-number="${card.number}"
                data-expiry="${expiry}"
                data-cvc="${card.brand === 'amex' ? '1234' : '123'}"
                aria-label="Use card ending ${card.number.slice(-4)}"
              >
                Use
              </button>
            </td>
          </tr>`,
      )}
    </table>
  </details>`;
}
