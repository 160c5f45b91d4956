import { termsAddress } from '#domain/paths/terms-address.ts';
import { discountLabel } from '#domain/cart/discount-label.ts';
import { dutiesText } from '#domain/countries/duties.ts';
import { euGuarantee, officialNotice } from '#domain/catalogue/eu-guarantee.ts';
import { deliveryLines } from '#domain/postal/delivery-lines.ts';
import { discountText, formatPounds, pence, timesPence } from '#domain/money/money.ts';
import { dayText, promiseText } from '#domain/orders/order-promise.ts';
import { paidTexts } from '#domain/orders/payment-words.ts';
import { insideText, priceText } from '#domain/money/shown-price.ts';
import { orderDate, shippingText } from '#domain/orders/order.ts';
import { company } from '#brand/company.ts';
import { companyFacts } from './company-facts.ts';
import { fillTemplate } from './fill-template.ts';
import type { Mail } from './mail.ts';
import { claimLink, orderLink, withdrawLink } from './order-link.ts';
import { thumbnails } from './mail-picture.ts';
import { orderMailTemplate } from './order-mail.html.ts';
import {
  cancellationForm,
  returnsLink,
  rightToCancel,
  statutoryRights,
} from './right-to-cancel.ts';
import type { Receipt } from './receipt.ts';

interface Confirmed {
  receipt: Receipt;
  /** Id of the order's checkout, for its links. */
  checkout: string;
  /** Whether a guest placed the order, who can keep it in an account. */
  guest: boolean;
}

function discountOf({ code, paid_with, discount_pence }: Receipt) {
  const label = discountLabel({ code, paidWith: paid_with, discount: discount_pence });
  return label === null ? [] : [{ label, off: discountText(discount_pence) }];
}

/** The part of an order that a gift card paid, and the rest on the card. */
function giftCardTexts(
  { order_amount_pence }: Receipt,
  { code_end, paid_pence, left_pence }: NonNullable<Receipt['gift_card']>,
) {
  const rest = formatPounds(pence(order_amount_pence - paid_pence));
  return {
    name: `Gift card ending ${code_end}`,
    paid: formatPounds(pence(-paid_pence)),
    rest: `You paid ${rest} yourself. ${formatPounds(left_pence)} is left on the gift card.`,
  };
}

/** Why an order charges nothing, or less; `''` if it was paid in full. */
function reasonFor({ replaces, exchange_of, paid_with, is_gift }: Receipt): string {
  if (is_gift) return 'It is a gift: you pay nothing for it. ';
  if (replaces !== null) {
    return `It replaces goods of order ${replaces}, and you pay nothing for it. `;
  }
  if (paid_with !== null) {
    return `It takes the place of goods of order ${paid_with}, whose price counts towards it. If those are on their way back to us, it leaves once they are here. `;
  }
  return exchange_of === null
    ? ''
    : `You get it in exchange for goods of order ${exchange_of}, and pay nothing for it. `;
}

/** An order's texts in the e-mail. */
function words({ receipt, checkout, guest }: Confirmed, shop: string) {
  const { duties } = receipt;
  const who = dutiesText(duties);
  const inside = insideText(receipt.tax_inside_pence, receipt.included_basis_points / 100);
  return {
    number: String(receipt.id),
    date: orderDate(receipt.created_at),
    promise: receipt.handed_over
      ? `Paid ${paidTexts[receipt.method]}, and taken along.`
      : `${promiseText(receipt)}.`,
    lines: receipt.items.map(({ image, ...item }, place) => {
      const what = `${item.product_name}, ${item.color_name}`;
      return {
        thumbnails: thumbnails({ what, image }, place, shop),
        what,
        count: `${item.quantity} × ${priceText(item.unit_pence, receipt.tax_basis_points / 100)}`,
        price: formatPounds(timesPence(item.unit_pence, item.quantity)),
      };
    }),
    subtotal: formatPounds(receipt.subtotal_pence),
    discounts: discountOf(receipt),
    // Tax is either added to the prices or included in them.
    taxes: receipt.included_basis_points > 0 ? [] : [{ tax: formatPounds(receipt.tax_pence) }],
    insides: inside === '' ? [] : [{ inside: `The total ${inside}.` }],
    shippingName: receipt.shipping_name,
    shipping: shippingText(receipt.shipping_pence),
    adjustments:
      receipt.adjustment_pence === 0 ? [] : [{ amount: formatPounds(receipt.adjustment_pence) }],
    total: formatPounds(receipt.order_amount_pence),
    cards: receipt.gift_card === null ? [] : [giftCardTexts(receipt, receipt.gift_card)],
    address: receipt.handed_over
      ? 'You took it along.'
      : deliveryLines(receipt.delivery).join('\n'),
    duties: who === null ? [] : [{ who }],
    guarantees: duties?.in_union
      ? [{ notices: officialNotice === null ? [] : [{ noticeLink: shop + officialNotice }] }]
      : [],
    next: receipt.handed_over
      ? 'You have everything, so there is nothing more to come. This e-mail is your receipt.'
      : `${reasonFor(receipt)}We pack your order and will write when it leaves, by ${dayText(receipt.leaves_by)} at the latest. Until it leaves, you can cancel it with one press: see your order.`,
    terms: `The terms of this order, in force since ${orderDate(receipt.terms_published_at)}`,
    termsLink: shop + termsAddress(receipt.terms_version),
    orderLink: orderLink(checkout, shop),
    claims: guest ? [{ claimLink: claimLink(checkout, receipt.email, shop) }] : [],
    accounts: guest ? [] : [{ shop }],
    withdrawLink: withdrawLink(checkout, shop),
    shop,
  };
}

function textOf(order: ReturnType<typeof words>): string {
  return [
    `Thank you for shopping at ${company.brand}.`,
    '',
    `Order ${order.number}, ${order.date}`,
    order.promise,
    '',
    ...order.lines.map(({ what, count, price }) => `${what}\n  ${count} = ${price}`),
    '',
    `Subtotal: ${order.subtotal}`,
    ...order.discounts.map(({ label, off }) => `${label}: ${off}`),
    ...order.taxes.map(({ tax }) => `Tax: ${tax}`),
    `${order.shippingName}: ${order.shipping}`,
    ...order.adjustments.map(({ amount }) => `Adjustment: ${amount}`),
    `Total: ${order.total}`,
    ...order.insides.map(({ inside }) => inside),
    ...order.cards.map(({ name, paid, rest }) => `${name}: ${paid}\n${rest}`),
    '',
    'Goes to:',
    order.address,
    ...order.duties.map(({ who }) => who),
    '',
    'What happens next:',
    order.next,
    '',
    `See your order: ${order.orderLink}`,
    `Withdraw from contract here: ${order.withdrawLink}`,
    ...order.accounts.map(({ shop }) => `Your orders: ${shop}/account`),
    ...order.claims.map(({ claimLink: link }) => `Keep this order: choose a password: ${link}`),
    `${order.terms}: ${order.termsLink}`,
    `${returnsLink}: ${order.shop}/returnpolicy`,
    '',
    'Your right to cancel:',
    ...rightToCancel.flatMap((paragraph) => [paragraph, '']),
    'Your rights if something is wrong:',
    ...statutoryRights.flatMap((paragraph) => [paragraph, '']),
    ...order.guarantees.flatMap(({ notices }) => [
      `${euGuarantee.title}:`,
      ...euGuarantee.texts.flatMap((paragraph) => [paragraph, '']),
      ...notices.map(({ noticeLink }) => `${euGuarantee.noticeText}: ${noticeLink}`),
      `${euGuarantee.linkText}: ${euGuarantee.link}`,
      '',
    ]),
    'Model cancellation form:',
    ...cancellationForm,
    '',
    ...companyFacts,
    '',
  ].join('\n');
}

/**
 * The confirmation of an order.
 * @param shop the shop's origin, e.g. `https://shop.example`.
 */
export function orderMail(confirmed: Confirmed, shop: string): Mail {
  const order = words(confirmed, shop);
  const { id, email } = confirmed.receipt;
  return {
    to: [email],
    subject: `Your ${company.brand} order ${id}`,
    text: textOf(order),
    html: fillTemplate(orderMailTemplate, order),
  };
}
