import { defineConfig } from 'oxlint';
import type { OxlintOverride } from 'oxlint';

/**
 * What each room of the house may import of the others, by their aliases (`imports` in package.json):
 * dependencies point one way, from pages to features to ui and stores to api to domain, and from
 * functions to server to domain. Nothing the shop runs on imports tests or the local stack.
 */
const client = ['browser', 'api', 'domain'];
const belowFeatures = ['ui', 'stores', ...client, 'content', 'seo', 'integrations'];
const rooms: Record<string, readonly string[]> = {
  'src/domain': [],
  'src/browser': ['domain'],
  'src/api': ['domain'],
  'src/stores': client,
  'src/ui': ['stores', ...client],
  'src/content': ['domain'],
  'src/seo': ['content', 'domain'],
  'src/integrations': [],
  // A feature does not import another's inside; the card is what they share.
  'src/features': [...belowFeatures, 'features/product-card'],
  'src/features/product-card': belowFeatures,
  'src/features/chrome': [...belowFeatures, 'features/search'],
  'src/features/navigation': [...belowFeatures, 'features/cart', 'features/chrome'],
  // The studio shows a product by the shop's own components.
  'src/features/studio/catalogue/look': [
    ...belowFeatures,
    'features/product-card',
    'features/product',
  ],
  'src/layouts': [...belowFeatures, 'features/chrome', 'features/navigation'],
  'src/pages': [...belowFeatures, 'features', 'layouts'],
  'netlify/functions': ['handlers', 'server', 'domain'],
  'netlify/handlers': ['server', 'domain'],
  'netlify/server': ['domain'],
  catalogue: ['server', 'domain'],
  doctor: ['server', 'domain'],
  staff: ['server', 'domain'],
  emails: ['server'],
  local: ['server', 'domain'],
  harness: ['local', 'server', 'domain'],
  bench: ['harness', 'local', 'server', 'domain'],
};

/** A relative path that leaves a room names another one; its alias is what the rule above reads. */
const folders = Object.keys(rooms).flatMap((room) => room.split('/'));
const relativeIntoRoom = [...new Set([...folders, 'tests'])].map((name) => `../**/${name}/**`);

const boundaries = Object.entries(rooms).map(([room, allowed]): OxlintOverride => ({
  files: [`${room}/**`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: ['#*/**', ...allowed.map((name) => `!#${name}/**`)],
            message: `${room} may import ${allowed.join(', ') || 'no other room'}.`,
          },
          { group: relativeIntoRoom, message: 'Import another room by its alias.' },
        ],
      },
    ],
  },
}));

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-non-null-assertion': 'error',
    'no-await-in-loop': 'off',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-cycle': 'error',
    // The compiler knows, also of modules that a plugin makes (`?inline-script`).
    'import/default': 'off',
  },
  ignorePatterns: ['dist', '.astro', '.netlify', '.local', 'public', '**/database.types.ts'],
  overrides: [
    { files: ['tests/e2e/**'], rules: { 'no-empty-pattern': 'off' } },
    ...boundaries,
    { files: ['**/*.test.ts', '**/*.test.tsx'], rules: { 'no-restricted-imports': 'off' } },
  ],
});
