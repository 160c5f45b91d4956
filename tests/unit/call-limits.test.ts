import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCalls } from '#harness/function-server.ts';
import { projectFolder } from '#local/settings.ts';

/** Reasons why calls without a limit in the database need none. */
const unlimited: Record<string, string> = {
  'account-cancel-order': 'needs a login, and cancels one of the shopper’s own orders once',
  'account-email': 'needs a login, and its e-mail counts against the address (owe_confirm_email)',
  'account-order-note':
    'needs a login, and keeps one short row for each of the shopper’s own orders',
  'account-orders': 'needs a login and reads the shopper’s own rows, a page at a time',
  'account-return': 'needs a login, and at most all that was sent can be asked for',
  'account-reorder': 'needs a login and reads one of the shopper’s own orders',
  'productlisting-id': 'reads one row by its key, and the CDN keeps the answer',
  'product-details-id-part.html': 'as the page itself',
  'product-details-id': 'reads one row by its key, and the CDN keeps the answer',
  'auth-confirm-email': 'refuses what the shop has not signed before it asks anybody',
  'auth-login-code': 'counts by address and network (ask_login_code)',
  'auth-login-code-verify': 'counts each guess (try_login_code)',
  'auth-logout': 'asks nobody without a login that the shop has signed',
  'auth-refresh': 'asks nobody without a login that the shop has signed',
  'merchant-feed.xml': 'the CDN keeps the answer, whatever the query',
  'feeds-google-reviews.xml': 'the CDN keeps the answer, whatever the query',
  'staff-reviews': 'answers marketers alone, a page at a time',
  'feeds-meta.csv': 'the CDN keeps the answer, whatever the query',
  'feeds-pinterest.csv': 'the CDN keeps the answer, whatever the query',
  'feeds-tiktok.csv': 'the CDN keeps the answer, whatever the query',
  'sitemap.xml': 'the CDN keeps the answer, whatever the query',
  'listing-additionalpays': 'the CDN keeps the answer of each country, others cost nothing',
  'listing-categories': 'the CDN keeps the answer, whatever the query',
  'listing-productlisting-categoryid': 'the CDN keeps the answer of each size',
  'listing-confirm-subscription': 'refuses what the shop has not signed before it asks anybody',
  'listing-deliveries': 'the CDN keeps the answer, whatever the query',
  'browser-error': 'asks nobody, and logs twenty a minute at most',
  health: 'one answer is kept for ten seconds, here and at the CDN',
  'staff-health': 'answers managers alone, and reads a few rows',
  'listing-opened': 'the CDN keeps the answer, whatever the query',
  'pages-productlisting-id': 'asks for what the CDN keeps, as browsers do',
  'pages-all-products': 'asks for what the CDN keeps, as browsers do',
  'order-terms-version': 'reads one row by its key',
  'listing-productlisting': 'the CDN keeps the answer of each size',
  'mailing-preview': 'refuses what the shop has not signed before it asks anybody',
  'staff-mailings': 'answers marketers alone',
  'staff-complaints': 'answers managers alone',
  'staff-discounts': 'answers marketers alone',
  'staff-subscribers': 'answers marketers alone',
  'mail-webhook': 'refuses what Resend has not signed before it asks anybody',
  'order-link': 'refuses what the shop has not signed before it asks anybody',
  'listing-end-stock-alerts': 'refuses what the shop has not signed before it asks anybody',
  'listing-end-review-mails': 'refuses what the shop has not signed before it asks anybody',
  'review-photo-photo-size': 'the CDN keeps the answer, whatever the query',
  'listing-unsubscribe': 'refuses what the shop has not signed before it asks anybody',
  'return-photos': 'needs a login or a signed link, and shows five photos at the most',
  'staff-team': 'answers managers alone, who change it with a login younger than half an hour',
  'staff-settings': 'answers managers alone, and reads a few rows',
  'staff-content': 'answers staff alone, and reads a few rows',
  'staff-dead-links': 'answers marketers alone, and reads a few rows',
  draw: 'the CDN keeps the answer of each product',
  'draw-record': 'the CDN keeps the answer of each draw',
  'draw-enter': 'counts by network and person (enter_draw)',
  'draw-entry': 'refuses what the shop has not signed before it asks anybody',
  'staff-draw': 'answers marketers alone, one product',
  'staff-draw-plan': 'answers marketers alone',
  'staff-draw-cancel': 'answers marketers alone',
  'staff-product-order': 'answers marketers alone, one category',
  'staff-categories': 'answers marketers alone, all categories',
  'staff-confirm-login': 'counts as a login does (begin_login)',
  'staff-me': 'answers staff alone, and counts by indexes',
  'staff-order': 'answers staff alone, and reads one order',
  'staff-orders': 'answers staff alone, a page at a time',
  'staff-stock': 'answers staff alone, a page at a time',
  'staff-stock-colour': 'answers staff alone, one colour',
  'staff-stock-adjust': 'answers staff alone, so many colours at most',
  'staff-stock-limit': 'answers staff alone',
  'staff-stock-expect': 'answers staff alone',
  'staff-stock-arrive': 'answers staff alone',
  'staff-scanned': 'answers staff alone, by one code',
  'staff-orders-for-print': 'answers staff alone, so many orders at most',
  'staff-catalogue': 'answers marketers alone, a page at a time',
  'staff-files-subscribers': 'answers marketers alone',
  'staff-files-catalogue-export': 'answers marketers alone',
  'staff-files-picture-focus': 'answers marketers alone',
  'staff-files-catalogue-picture': 'answers marketers alone',
  'staff-files-catalogue-read': 'answers marketers alone',
  'staff-foresee': 'answers managers alone, and changes nothing',
  'staff-cancel': 'answers managers alone, with a login younger than half an hour',
  'staff-dispatch': 'answers staff alone',
  'staff-deliver': 'answers staff alone',
  'staff-categories-rule': 'answers marketers alone',
  'staff-edits': 'answers marketers alone',
  'staff-edits-save': 'answers marketers alone, and keeps one row for a form',
  'staff-edit': 'answers staff alone, and managers alone where it refunds',
  'staff-link': 'answers managers alone, with a login younger than half an hour',
  'staff-link-end': 'answers managers alone, with a login younger than half an hour',
  'staff-sale': 'answers managers alone, with a login younger than half an hour',
  'staff-refund-hand-over': 'answers managers alone, with a login younger than half an hour',
  'staff-gift-card': 'answers managers alone, with a login younger than half an hour',
  'staff-gift-cards': 'answers managers alone, a page at a time',
  'staff-store-credit': 'answers managers alone, with a login younger than half an hour',
  'staff-gift': 'answers managers alone, with a login younger than half an hour',
  'staff-exchange': 'answers managers alone, with a login younger than half an hour',
  'staff-replace': 'answers managers alone, with a login younger than half an hour',
  'staff-email': 'answers staff alone',
  'staff-export': 'answers staff alone, so many orders or days at most',
  'staff-figures': 'answers managers alone',
  'staff-payouts': 'answers managers alone, a page at a time',
  'staff-quarters': 'answers managers alone',
  'staff-quarter-file': 'answers managers alone, with a login younger than half an hour',
  'staff-activity': 'answers managers alone, a page at a time',
  'staff-customers': 'answers staff alone, a page at a time',
  'staff-customer': 'answers staff alone, a page of orders at a time',
  'staff-templates': 'answers staff alone',
  'staff-templates-remove': 'answers staff alone',
  'staff-message': 'answers staff alone, and owes one e-mail for each action',
  'staff-visits': 'answers marketers alone',
  'staff-cart-reminders': 'answers marketers alone',
  'staff-welcome-code': 'answers marketers alone',
  'what-we-count': 'is answered by the CDN for ten seconds, and sets a cookie without the database',
  'staff-label': 'answers staff alone',
  'staff-apart': 'answers staff alone',
  'staff-labels': 'answers staff alone, so many orders at most',
  'staff-labels-quote': 'answers staff alone, so many orders at most',
  'staff-labels-buy': 'answers staff alone, and buys each label once',
  'staff-labels-void': 'answers staff alone',
  'return-label': 'refuses what the shop has not signed before it asks anybody',
  'staff-papers-labels': 'answers staff alone, so many labels at most',
  'shippo-webhook': 'refuses what lacks the shop’s token before it asks anybody',
  'staff-mail': 'answers staff alone',
  'staff-note': 'answers staff alone',
  'staff-publishing': 'answers marketers alone, for one release',
  'staff-refund': 'answers managers alone, with a login younger than half an hour',
  'staff-release': 'answers marketers alone',
  'staff-releases': 'answers marketers alone, a page at a time',
  'staff-return-photos': 'answers staff alone, for one order',
  'staff-review': 'answers managers alone, with a login younger than half an hour',
  'staff-tracking': 'answers staff alone, so many lines at most',
  'stripe-cancel': 'reads one row by a random key, and closes a payment page once',
  'stripe-webhook': 'refuses what Stripe has not signed before it asks anybody',
};

/** Reasons for no limit, by the beginning of the calls' names. */
const unlimitedFamilies: Record<string, string> = {
  'staff-customer-': 'answers staff alone',
  'staff-mailings-': 'answers marketers alone',
  'staff-discount-': 'answers marketers alone',
  'staff-parcel-': 'answers staff alone',
  'staff-payment-': 'answers managers alone, with a login younger than half an hour',
  'staff-refund-': 'answers managers alone, with a login younger than half an hour',
  'staff-release-': 'answers marketers alone, and one import runs at a time',
  'staff-return-': 'answers staff alone',
  'staff-reviews-': 'answers marketers alone',
  'staff-second-factor-': 'answers staff alone, and counts codes (second_factor_try)',
};

function needsNoLimit(name: string): boolean {
  const family = Object.keys(unlimitedFamilies).some((start) => name.startsWith(start));
  return family || name in unlimited;
}

const counting =
  /take-attempt|stockAlertAttempt|begin-login|confirm-password|liveReadAttempt|codeAttempt|requireOrder|loginAttempt/;

/** The source of a call's handler, by the row of its area's table; '' for calls of the studio. */
function handlerOf(table: string, path: string): string {
  const row = new RegExp(
    `(?:get|post)\\(\\s*'${path}',\\s+\\(\\) =>\\s+import\\('#handlers/([^']+)'`,
  );
  const file = row.exec(table)?.[1];
  return file ? readFileSync(join(projectFolder, 'netlify/handlers', file), 'utf8') : '';
}

test('every call has a limit in the database, or a reason to need none', async () => {
  const folder = join(projectFolder, 'netlify/functions');
  for (const {
    name,
    path,
    in: { name: area },
  } of await loadCalls()) {
    const table = readFileSync(join(folder, `${area}.ts`), 'utf8');
    const limited = counting.test(handlerOf(table, path));
    expect([name, limited !== needsNoLimit(name)]).toEqual([name, true]);
  }
});
