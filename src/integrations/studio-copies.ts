import type { Plugin } from 'vite';

/** The modules by which the studio shows the shop's own components and reads numbers as its listings do. */
const ENTRANCES = [
  '/src/features/studio/catalogue/look/shop-parts.tsx',
  '/src/features/studio/order/typed-amount.ts',
];

const COPY = '?copy';

/** React, of which a page can have only one. */
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/**
 * Bundles the shop's components a second time for the studio. A module that both load would become a file of its own,
 * which every shopper would wait for.
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
      if (!found || found.external || !found.id.startsWith('/') || REACT.test(found.id))
        return found;
      return { ...found, id: found.id + COPY };
    },
  };
}
