import { countryName } from '#domain/countries.ts';
import { formatPounds, timesPence } from '#domain/money.ts';
import { orderDate, shippingText } from '#domain/order.ts';
import { company } from '#company';
import { escapeHtml } from './escape-html.ts';
import type { Receipt } from '../orders/receipt.ts';

/** An e-mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

function line(item: Receipt['items'][number]) {
  return {
    what: `${item.product_name}, ${item.color_name}`,
    count: `${item.quantity} × ${formatPounds(item.unit_pence)}`,
    price: formatPounds(timesPence(item.unit_pence, item.quantity)),
  };
}

function sums(receipt: Receipt): [string, string][] {
  return [
    ['Subtotal', formatPounds(receipt.subtotal_pence)],
    ['Tax', formatPounds(receipt.tax_pence)],
    [receipt.shipping_name, shippingText(receipt.shipping_pence)],
    ['Total', formatPounds(receipt.order_amount_pence)],
  ];
}

function addressLines({ name, address, country }: Receipt): string[] {
  return [name, ...address.split(/\r?\n/), countryName(country) ?? country];
}

/** The words of the shipping policy (spec, section 9). */
const nextSteps =
  'We process orders within 48 business hours after payment confirmation (Monday to Friday, excluding public holidays).';

function textOf(receipt: Receipt, shop: string): string {
  return [
    `Thank you for shopping at ${company.brand}.`,
    '',
    `Order ${receipt.id}, ${orderDate(receipt.created_at)}`,
    '',
    ...receipt.items.map(line).map(({ what, count, price }) => `${what}\n  ${count} = ${price}`),
    '',
    ...sums(receipt).map(([label, amount]) => `${label}: ${amount}`),
    '',
    'Goes to:',
    ...addressLines(receipt),
    '',
    nextSteps,
    '',
    `Your orders: ${shop}/account`,
    `Returns, within 30 days of delivery: ${shop}/returnpolicy`,
    '',
    `${company.legalName}, registered in ${company.registeredIn}, number ${company.number}`,
    company.registeredAddress,
    company.email,
    '',
  ].join('\n');
}

const cell = 'padding:12px 0;border-bottom:1px solid #d6d1c8;vertical-align:top';

// Mail programs read neither style sheets nor grids: tables and styles on each element.
function htmlOf(receipt: Receipt, shop: string): string {
  const items = receipt.items
    .map(line)
    .map(
      ({ what, count, price }) =>
        `<tr><td style="${cell}"><strong>${escapeHtml(what)}</strong><br>${count}</td>` +
        `<td align="right" style="${cell}">${price}</td></tr>`,
    );
  const totals = sums(receipt).map(([label, amount], place, all) => {
    const style = place === all.length - 1 ? 'padding:12px 0;font-weight:bold' : 'padding:6px 0';
    return `<tr><td style="${style}">${escapeHtml(label)}</td><td align="right" style="${style}">${amount}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>Your order</title></head>
<body style="margin:0;background:#ece9e4;color:#141312;font:16px/1.5 Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fff"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:bold;letter-spacing:.12em;text-transform:uppercase">${company.brand}</p>
<h1 style="margin:0 0 8px;font-size:28px;line-height:1.1">Thank you for shopping.</h1>
<p style="margin:0 0 24px">Order ${receipt.id}, ${orderDate(receipt.created_at)}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid #141312">
${items.join('\n')}
${totals.join('\n')}
</table>
<h2 style="margin:24px 0 8px;font-size:16px">Goes to</h2>
<p style="margin:0 0 24px">${addressLines(receipt).map(escapeHtml).join('<br>')}</p>
<p style="margin:0 0 24px">${nextSteps}</p>
<p style="margin:0 0 8px"><a href="${escapeHtml(shop)}/account" style="color:#141312">Your orders</a></p>
<p style="margin:0"><a href="${escapeHtml(shop)}/returnpolicy" style="color:#141312">Returns, within 30 days of delivery</a></p>
</td></tr></table>
<p style="max-width:560px;margin:24px auto 0;font-size:13px;color:#5b5751">${escapeHtml(company.legalName)}, registered in ${escapeHtml(company.registeredIn)}, number ${company.number}<br>${escapeHtml(company.registeredAddress)}<br>${company.email}</p>
</td></tr></table>
</body></html>
`;
}

/**
 * The confirmation of an order.
 * @param shop where the shop is, e.g. `https://shop.example`.
 */
export function orderMail(receipt: Receipt, shop: string): Mail {
  return {
    to: receipt.email,
    subject: `Your ${company.brand} order ${receipt.id}`,
    text: textOf(receipt, shop),
    html: htmlOf(receipt, shop),
  };
}
