import type { Plugin } from 'vite';

/** Studio modules that show the shop's own components, or parse numbers as its listings do. */
const ENTRANCES = [
  '/src/features/studio/products/preview/shop-parts.tsx',
  '/src/features/studio/catalogue/cell-checks.ts',
  '/src/features/studio/kit/form/typed-amount.ts',
];

const COPY = '?copy';

/** React must exist only once on a page; what only the studio has need not be there twice. */
const SHARED =
  /\/node_modules\/(?:react|react-dom|scheduler|zod|micromark|mdast-util-from-markdown)\//;

/**
 * Bundles the shop's components a second time for the studio. A module loaded by both would become a
 * separate file that every shopper waits for.
 */
export function studioCopies(): Plugin {
  return {
    name: 'studio-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (!importer || ![COPY, ...ENTRANCES].some((end) => importer.endsWith(end))) return null;
      const found = await this.resolve(source, importer.replace(COPY, ''), {
        ...options,
        skipSelf: true,
      });
      if (!found || found.external || !found.id.startsWith('/') || SHARED.test(found.id))
        return found;
      return { ...found, id: found.id + COPY };
    },
  };
}
