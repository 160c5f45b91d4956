import { expect, test } from 'vitest';
import { bundleFunctions } from './function-bundles.ts';

const rows = '@supabase/postgrest-js';
const auth = ['@supabase/auth-js', rows, 'tslib', 'zod'];
/** Dictionaries of common passwords, only in functions that set a password. */
const passwords = ['@zxcvbn-ts/dictionary-compression', '@zxcvbn-ts/language-common'];
const shopper = [rows, 'jose', 'zod'];
const paying = [rows, 'stripe', 'zod'];
const storage = ['@supabase/storage-js', 'iceberg-js'];
/** Packages that read and write spreadsheets. */
const spreadsheets = [rows, 'csv-parse', 'csv-stringify', 'fflate', 'hucre', 'jose', 'zod'];
const photos = [rows, ...storage, 'jose', 'zod'];
/** Markdown packages needed only to build a syntax tree. */
const fromTree: ReadonlySet<string> = new Set([
  'mdast-util-from-markdown',
  'mdast-util-to-string',
  'micromark-util-decode-string',
  'unist-util-stringify-position',
]);
/** Packages that parse Markdown. */
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
/** Packages that read HTML as Markdown. */
const html = [
  '@ungap/structured-clone',
  'collapse-white-space',
  'comma-separated-tokens',
  'devlop',
  ...['embedded', 'from-parse5', 'has-property', 'is-body-ok-link', 'is-element'].map(
    (part) => `hast-util-${part}`,
  ),
  ...['minify-whitespace', 'parse-selector', 'phrasing', 'to-mdast', 'to-text', 'whitespace'].map(
    (part) => `hast-util-${part}`,
  ),
  'hastscript',
  'longest-streak',
  'mdast-util-phrasing',
  'mdast-util-to-markdown',
  'property-information',
  'rehype-minify-whitespace',
  'space-separated-tokens',
  'trim-trailing-lines',
  'unist-util-is',
  'unist-util-position',
  'unist-util-visit',
  'unist-util-visit-parents',
  'vfile-location',
  'web-namespaces',
  'zwitch',
];
/** Packages that decode pictures: mostly libvips, 18 MB, only in this function. */
const pictures = [
  '@img/colour',
  `@img/sharp-${process.platform}-${process.arch}`,
  `@img/sharp-libvips-${process.platform}-${process.arch}`,
  'detect-libc',
  'semver',
  'sharp',
];

/** Packages that join PDFs. */
const labels = [
  '@cantoo/pdf-lib',
  'culori',
  'fflate',
  'html-entities',
  'node-html-better-parser',
  'tslib',
];

/**
 * The packages of each function and its budget in kB of 1000 bytes: a cold start reads all of it from disk.
 * Add a package here when a function needs it.
 */
const budgets: Record<string, [packages: string[], budget: number]> = {
  account: [
    [
      '@supabase/auth-js',
      ...passwords,
      ...photos,
      ...markdown,
      'hono',
      'stripe',
      'tslib',
    ].toSorted(),
    6625,
  ],
  'auth-login': [[...auth, 'hono'].toSorted(), 2850],
  catalogue: [[rows, 'hono'], 470],
  checkout: [[...paying, 'hono', 'jose'].toSorted(), 4920],
  // Knows the domains of throwaway addresses.
  draws: [[...shopper, 'disposable-email-domains-js', 'hono'].toSorted(), 2850],
  feeds: [[rows, ...markdown, 'csv-stringify', 'hono'].toSorted(), 870],
  // Reads pages' HTML and Markdown, and searches.
  'filled-pages': [
    [
      rows,
      ...markdown.filter((name) => !fromTree.has(name)),
      'entities',
      'hono',
      'minisearch',
      'parse5',
    ].toSorted(),
    1420,
  ],
  // An idle minute loads the first and the third only (cold-start.process.test.ts). Draws check signatures of a beacon.
  jobs: [
    [
      '@netlify/functions',
      '@noble/curves',
      '@noble/hashes',
      rows,
      ...storage,
      ...markdown,
      'stripe',
      'zod',
    ].toSorted(),
    5670,
  ],
  pages: [[rows, ...markdown, 'hono'].toSorted(), 815],
  // Renders products with the pages' own components.
  'product-pages': [
    [
      rows,
      ...markdown,
      'entities',
      'hono',
      'nanostores',
      'parse5',
      'react',
      'react-dom',
    ].toSorted(),
    2885,
  ],
  shop: [[...shopper, 'hono', 'isbot'].toSorted(), 2720],
  'stripe-create-session': [[...paying, 'hono', 'isbot', 'jose'].toSorted(), 4935],
  studio: [
    [
      '@supabase/auth-js',
      ...photos,
      ...markdown,
      'csv-parse',
      'csv-stringify',
      'hono',
      'stripe',
      'tslib',
    ].toSorted(),
    6900,
  ],
  'studio-files': [
    [
      ...new Set([
        ...spreadsheets,
        ...photos,
        ...pictures,
        ...markdown,
        ...html,
        'entities',
        'hono',
        'parse5',
      ]),
    ].toSorted(),
    25_010,
  ],
  labels: [[rows, 'hono', 'jose', 'zod', ...labels].toSorted(), 8000],
  webhooks: [[...paying, 'hono'].toSorted(), 4770],
};

const { bundles, close } = await bundleFunctions();
close();

test('every function has a budget', () => {
  expect(bundles.map(({ name }) => name).toSorted()).toEqual(Object.keys(budgets).toSorted());
});

test.each(bundles)(
  '$name ships only the packages it needs, within budget',
  ({ name, packages, kilobytes }) => {
    const [needed = [], budget = 0] = budgets[name] ?? [];
    expect(packages).toEqual(needed);
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThanOrEqual(budget);
  },
);
