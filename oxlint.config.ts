import { readdirSync } from 'node:fs';
import { defineConfig } from 'oxlint';
import type { OxlintOverride } from 'oxlint';

/**
 * Allowed imports between folders ("rooms"), by alias (`imports` in package.json): dependencies point one
 * way, from pages to features to ui and stores to api to domain, and from functions to server to domain.
 * Shipped code never imports tests or the local stack.
 */
const client = ['browser', 'api', 'domain'];
const belowFeatures = ['ui', 'stores', ...client, 'content', 'seo', 'integrations'];
// Features do not import each other's modules, except the shared card.
const features = readdirSync(new URL('src/features', import.meta.url)).map(
  (name) => [`src/features/${name}`, [...belowFeatures, 'features/product-card']] as const,
);
const rooms: Record<string, readonly string[]> = {
  'src/brand': [],
  'src/domain': [],
  'src/browser': ['domain'],
  'src/api': ['domain'],
  'src/stores': client,
  'src/ui': ['stores', ...client],
  'src/content': ['domain'],
  'src/seo': ['content', 'domain'],
  'src/integrations': [],
  ...Object.fromEntries(features),
  'src/features/product-card': belowFeatures,
  'src/features/layout': [...belowFeatures, 'features/search'],
  'src/features/navigation': [...belowFeatures, 'features/cart', 'features/layout'],
  'src/layouts': [...belowFeatures, 'features/layout', 'features/navigation', 'features/own-page'],
  'src/pages': [...belowFeatures, 'features', 'layouts'],
  'netlify/functions': ['handlers', 'server', 'domain'],
  'netlify/handlers': ['server', 'domain'],
  'netlify/handlers/pages': ['server', 'domain', 'integrations'],
  backup: ['server', 'domain'],
  catalogue: ['server', 'domain'],
  doctor: ['local', 'server', 'domain'],
  staff: ['server', 'domain'],
  emails: ['server'],
  local: ['server', 'domain'],
  harness: ['local', 'server', 'domain', 'integrations'],
  bench: ['harness', 'local', 'server', 'domain'],
};

/**
 * Folders of `netlify/server`, and which of those above each may import, by relative paths. Files outside
 * these folders serve all of them and import none but the sentences of requests.
 */
const serverRooms: Record<string, readonly string[]> = {
  carriers: ['mail', 'messages'],
  feeds: ['messages'],
  health: ['messages'],
  html: [],
  jobs: [],
  payouts: [],
  'rate-limit': ['messages'],
  counts: ['rate-limit'],
  spreadsheets: [],
  messages: [],
  publishing: ['messages'],
  auth: ['rate-limit', 'messages'],
  listing: ['html', 'rate-limit', 'messages'],
  'product-page': ['html', 'listing'],
  mail: ['html', 'rate-limit', 'messages'],
  draws: ['mail', 'rate-limit', 'messages'],
  checkout: ['mail', 'rate-limit', 'messages'],
  orders: ['carriers', 'checkout', 'html', 'mail', 'rate-limit', 'messages'],
  returns: ['mail', 'orders'],
  reviews: ['mail', 'orders', 'returns'],
  privacy: ['checkout', 'returns', 'messages'],
  guests: ['auth', 'mail', 'messages'],
  staff: [
    'auth',
    'carriers',
    'checkout',
    'health',
    'mail',
    'privacy',
    'rate-limit',
    'returns',
    'spreadsheets',
    'messages',
  ],
};

/** Rooms of `src/domain`, and which others each may import. `enums.ts`, beside them, imports none. */
const domainRooms: Record<string, readonly string[]> = {
  basics: [],
  money: ['basics'],
  countries: ['basics', 'money'],
  paths: [],
  catalogue: ['basics', 'countries', 'money', 'paths'],
  names: ['basics', 'catalogue'],
  browsing: ['basics', 'names'],
  cart: ['basics', 'catalogue', 'money'],
  cells: ['basics', 'catalogue', 'money', 'names', 'site-content'],
  orders: ['basics', 'browsing', 'countries', 'money'],
  postal: ['basics', 'countries'],
  search: ['basics', 'catalogue', 'money', 'names'],
  'site-content': ['basics', 'catalogue', 'countries', 'paths'],
  'launch-check': ['basics', 'catalogue', 'site-content'],
  feeds: ['basics', 'cart', 'catalogue', 'countries', 'money', 'names', 'paths', 'site-content'],
  contracts: [
    'basics',
    'browsing',
    'catalogue',
    'countries',
    'money',
    'names',
    'orders',
    'paths',
    'site-content',
  ],
};

/** Rooms beneath everything that marketers publish. */
const releasing = ['kit', 'releases', 'catalogue'];

/** Rooms of the studio, and which others each may import. `app` shows them all. */
const studioRooms: Record<string, readonly string[]> = {
  kit: [],
  scan: ['kit'],
  messages: ['kit'],
  stock: ['kit', 'scan'],
  orders: ['kit', 'messages', 'scan', 'stock'],
  customers: ['kit', 'messages', 'orders'],
  activity: ['kit', 'customers', 'orders', 'stock'],
  complaints: ['kit'],
  discounts: ['kit'],
  figures: ['kit'],
  reviews: ['kit'],
  settings: ['kit'],
  releases: ['kit'],
  catalogue: ['kit', 'releases'],
  categories: releasing,
  products: [...releasing, 'categories'],
  content: [...releasing, 'categories', 'products'],
  mailing: ['kit', 'releases', 'categories', 'content', 'discounts'],
};

/** Rooms of the pages' own code from which a folder of `netlify/server` renders pages. */
const renderers: Record<string, readonly string[]> = {
  'product-page': ['features/product', 'integrations', 'seo'],
};

interface Pattern {
  group: string[];
  message: string;
}

function restricted(files: string | string[], ...patterns: Pattern[]): OxlintOverride {
  return { files: [files].flat(), rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** The brand is said in all rooms of the shop, and in no package. */
function everywhere(room: string): string[] {
  return room.startsWith('packages/') ? [] : ['brand'];
}

function byAlias(room: string, allowed: readonly string[]): Pattern {
  return {
    group: ['#*/**', ...[...everywhere(room), ...allowed].map((name) => `!#${name}/**`)],
    message: `${room} may import ${allowed.join(', ') || 'no other room'}.`,
  };
}

/** Folders below a room's own that its files may be in. */
const DEEPEST = 5;

/**
 * Rules for the rooms inside another: relative paths lead to a room's own files and to the rooms that it may import.
 * @param aliases rooms outside that a room may import, by alias.
 */
function innerBoundaries(
  base: string,
  inner: Record<string, readonly string[]>,
  aliases: (room: string) => readonly string[],
): OxlintOverride[] {
  return Object.entries(inner).flatMap(([room, allowed]) =>
    Array.from({ length: DEEPEST }, (_, depth) => {
      const up = '../'.repeat(depth + 1);
      return restricted(
        `${base}/${room}/${'*/'.repeat(depth)}*`,
        byAlias(`${base}/${room}`, aliases(`${base}/${room}`)),
        {
          group: [`${up}**`, `!${up}enums.ts`, ...allowed.map((other) => `!${up}${other}/**`)],
          message: `${base}/${room} may import ${allowed.join(', ') || 'no other room beside it'}.`,
        },
      );
    }),
  );
}

/** @returns the rules for each depth below the room, at which another number of `../` leaves it. */
function boundaries([room, allowed]: [string, readonly string[]]): OxlintOverride[] {
  return Array.from({ length: DEEPEST }, (_, depth) => {
    const outside = '../'.repeat(depth + 1);
    return restricted(`${room}/${'*/'.repeat(depth)}*`, byAlias(room, allowed), {
      group: [`${outside}**`, `!${outside}styles/**`],
      message: 'Import another room by its alias.',
    });
  });
}

function serverBoundary(
  files: string,
  group: string[],
  allowed: readonly string[],
  others: readonly string[] = [],
) {
  return restricted(files, byAlias(files, ['domain', ...others]), {
    group: [...group, ...allowed.map((other) => `!../${other}/**`)],
    message: `${files} may import ${allowed.join(', ') || 'no other room of the server'}.`,
  });
}

const serverBoundaries = [
  serverBoundary('netlify/server/*', ['../**', './*/**', '!./messages/requests.ts'], []),
  // A new room imports no other before it is entered above.
  ...Object.entries({ '*': [], ...serverRooms }).map(([name, allowed]) =>
    serverBoundary(`netlify/server/${name}/**`, ['../*/**'], allowed, renderers[name]),
  ),
];

/** Packages that know nothing of the shop, tests included. */
const packages = readdirSync(new URL('packages', import.meta.url)).map(
  (name): [string, readonly string[]] => [`packages/${name}`, []],
);

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    // The import itself would stay, and bundle the file.
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-non-null-assertion': 'error',
    'no-await-in-loop': 'off',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    // The compiler checks this, including modules generated by plugins (`?inline-script`).
    'import/default': 'off',
  },
  ignorePatterns: ['dist', '.astro', '.netlify', '.local', 'public', '**/database.types.ts'],
  overrides: [
    { files: ['tests/e2e/**'], rules: { 'no-empty-pattern': 'off' } },
    ...Object.entries(rooms).flatMap(boundaries),
    ...innerBoundaries('src/domain', domainRooms, () => []),
    ...innerBoundaries('src/features/studio', studioRooms, (room) =>
      // Products are previewed with the shop's own components.
      room.endsWith('/products')
        ? [...belowFeatures, 'features/product-card', 'features/product']
        : [...belowFeatures, 'features/product-card'],
    ),
    ...serverBoundaries,
    // Tests may import any room, and packages by their names.
    restricted(['tests/**', '**/*.test.ts', '**/*.test.tsx'], {
      group: ['**/packages/**'],
      message: 'Import a package by its name: only its entry is public.',
    }),
    ...packages.flatMap(boundaries),
  ],
});
