import { expect, test } from 'vitest';
import { bundleFunctions } from './function-bundles.ts';

const rows = '@supabase/postgrest-js';
const auth = ['@supabase/auth-js', rows, 'tslib', 'zod'];
/** The commonest of them, which only functions that set one bring along. */
const passwords = ['@zxcvbn-ts/dictionary-compression', '@zxcvbn-ts/language-common'];
const shopper = [rows, 'jose', 'zod'];
const paying = [rows, 'stripe', 'zod'];
const storage = ['@supabase/storage-js', 'iceberg-js'];
/** Reads and writes spreadsheets. */
const spreadsheets = [rows, 'csv-parse', 'csv-stringify', 'fflate', 'hucre', 'jose', 'zod'];
const photos = [rows, ...storage, 'jose', 'zod'];
/** Of what reads Markdown, what only a tree of it needs. */
const fromTree: ReadonlySet<string> = new Set([
  'mdast-util-from-markdown',
  'mdast-util-to-string',
  'micromark-util-decode-string',
  'unist-util-stringify-position',
]);
/** Reads Markdown. */
const markdown = [
  'character-entities',
  'decode-named-character-reference',
  'mdast-util-from-markdown',
  'mdast-util-to-string',
  'micromark',
  'micromark-core-commonmark',
  ...['destination', 'label', 'space', 'title', 'whitespace'].map(
    (part) => `micromark-factory-${part}`,
  ),
  'micromark-util-character',
  'micromark-util-chunked',
  'micromark-util-classify-character',
  'micromark-util-combine-extensions',
  'micromark-util-decode-numeric-character-reference',
  'micromark-util-decode-string',
  'micromark-util-edit-map',
  'micromark-util-encode',
  'micromark-util-html-tag-name',
  'micromark-util-normalize-identifier',
  'micromark-util-resolve-all',
  'micromark-util-sanitize-uri',
  'micromark-util-subtokenize',
  'unist-util-stringify-position',
];
/** Decodes pictures: most of it is libvips, 18 MB, which only this function brings along. */
const pictures = [
  '@img/colour',
  `@img/sharp-${process.platform}-${process.arch}`,
  `@img/sharp-libvips-${process.platform}-${process.arch}`,
  'detect-libc',
  'semver',
  'sharp',
];

/**
 * The packages of each function and its budget in kB of 1000 bytes: a cold start reads all of it from
 * disk. A function that needs another package gets it here.
 */
const budgets: Record<string, [packages: string[], budget: number]> = {
  'account-close': [['@supabase/auth-js', rows, 'jose', 'stripe', 'tslib', 'zod'], 5200],
  'account-export': [photos, 2600],
  'account-cancel-order': [[rows, 'jose', 'stripe', 'zod'], 4600],
  'account-return': [[rows, 'jose', 'stripe', 'zod'], 4600],
  'account-email': [shopper, 2400],
  'account-orders': [shopper, 2300],
  'account-reorder': [shopper, 2300],
  // Tells a product's facts.
  arrivals: [[rows], 280],
  'auth-confirm-email': [[rows, 'zod'], 2200],
  'auth-forgot-password': [auth, 2700],
  'auth-login': [auth, 2700],
  'auth-logout': [['@supabase/auth-js', 'jose', 'tslib', 'zod'], 2700],
  'auth-refresh': [['jose', 'zod'], 2300],
  'auth-register': [[...passwords, ...auth].toSorted(), 3200],
  'auth-reset-password': [[...passwords, ...auth].toSorted(), 3200],
  'catalogue-files': [[rows], 265],
  'checkout-sweep': [paying, 4500],
  complaint: [[rows, 'zod'], 2300],
  'data-prune': [[rows, ...storage, 'zod'], 2450],
  'listing-additional-pays': [[rows], 260],
  'listing-cartvalidate': [shopper, 2300],
  'listing-categories': [[rows], 260],
  'listing-category-products': [[rows], 260],
  'listing-confirm-subscription': [[rows, 'zod'], 2200],
  'listing-live-products': [[rows], 260],
  'listing-order-creation': [[rows, 'jose', 'stripe', 'zod'], 4650],
  'listing-deliveries': [[rows], 260],
  'listing-opened': [[rows], 260],
  // Reads a page's HTML, and searches.
  'listing-page': [['entities', 'minisearch', 'parse5'], 700],
  'listing-products': [[rows], 260],
  // Reads a page's HTML, and Markdown.
  'order-terms': [
    [rows, ...markdown.filter((name) => !fromTree.has(name)), 'entities', 'parse5'].toSorted(),
    1000,
  ],
  'listing-reduce-quantity': [[rows, 'jose', 'stripe', 'zod'], 4650],
  'listing-end-stock-alerts': [[rows, 'zod'], 2200],
  'listing-stock-alert': [shopper, 2350],
  'listing-subscribe': [[rows, 'zod'], 2300],
  'listing-unsubscribe': [[rows, 'zod'], 2200],
  'mail-sweep': [[rows, 'zod'], 2250],
  'mailing-preview': [[rows, ...markdown, 'zod'].toSorted(), 2800],
  'staff-mailings': [[rows, ...markdown, 'jose', 'zod'].toSorted(), 2800],
  'staff-subscribers': [[rows, 'csv-stringify', 'hucre', 'jose', 'zod'], 3200],
  'mail-webhook': [[rows, 'zod'], 2200],
  'mailing-sweep': [[rows, ...markdown, 'zod'], 2600],
  'order-link': [paying, 4500],
  'refund-sweep': [paying, 4500],
  'return-photos': [photos, 2600],
  'return-photos-add': [[...photos, ...pictures].toSorted(), 23_000],
  'site-build': [['@netlify/functions', rows], 260],
  'staff-cancel': [[rows, 'jose', 'stripe', 'zod'], 4600],
  'staff-dispatch': [shopper, 2400],
  'staff-export': [[rows, 'csv-stringify', 'jose', 'stripe', 'zod'], 4700],
  'staff-label': [shopper, 2300],
  'staff-mail': [shopper, 2400],
  'staff-complaints': [shopper, 2300],
  'staff-confirm-login': [['@supabase/auth-js', rows, 'jose', 'tslib', 'zod'], 3000],
  'staff-content': [shopper, 2300],
  'staff-catalogue': [shopper, 2300],
  'staff-catalogue-export': [spreadsheets, 4000],
  'staff-catalogue-picture': [[...photos, ...pictures].toSorted(), 23_000],
  'staff-catalogue-read': [spreadsheets, 4000],
  'staff-product-order': [shopper, 2300],
  'staff-me': [shopper, 2300],
  'staff-note': [shopper, 2300],
  'staff-order': [shopper, 2300],
  'staff-orders': [shopper, 2300],
  'staff-orders-for-print': [shopper, 2300],
  'staff-parcel': [shopper, 2400],
  'staff-publishing': [shopper, 2450],
  'staff-taxes': [shopper, 2450],
  'staff-refund': [[rows, 'jose', 'stripe', 'zod'], 4600],
  'staff-refund-attempt': [[rows, 'jose', 'stripe', 'zod'], 4600],
  'release-sweep': [[rows, 'zod'], 2250],
  'staff-release': [[rows, ...markdown, 'jose', 'zod'].toSorted(), 2700],
  'staff-releases': [shopper, 2450],
  'staff-return': [[rows, 'jose', 'stripe', 'zod'], 4600],
  'staff-return-photos': [photos, 2600],
  'staff-review': [[rows, 'jose', 'stripe', 'zod'], 4600],
  'staff-second-factor': [['@supabase/auth-js', rows, 'jose', 'tslib', 'zod'], 3000],
  'staff-tracking': [[rows, 'csv-parse', 'jose', 'zod'], 2500],
  'stripe-cancel': [paying, 4500],
  'stripe-create-session': [[rows, 'jose', 'stripe', 'zod'], 4650],
  'stripe-save-billing-info': [shopper, 2300],
  'stripe-save-payment': [paying, 4500],
  'stripe-webhook': [paying, 4500],
  withdraw: [paying, 4500],
};

const { bundles, close } = await bundleFunctions();
close();

test('every function has its budget', () => {
  expect(bundles.map(({ name }) => name).toSorted()).toEqual(Object.keys(budgets).toSorted());
});

test.each(bundles)(
  '$name ships only the packages it needs, within its budget',
  ({ name, packages, kilobytes }) => {
    const [needed = [], budget = 0] = budgets[name] ?? [];
    expect(packages).toEqual(needed);
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThanOrEqual(budget);
  },
);
