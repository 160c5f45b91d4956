import type { Plugin } from 'vite';

/** Vite's wrapper around every `import()`, which preloads the chunk's style sheets. */
const HELPER = '\0vite/preload-helper.js';

/**
 * Dynamic imports without Vite's preload helper, which is as large as the header's whole script. The
 * shop's lazy scripts have no style sheets and few dependencies.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configEnvironment: (name) =>
      name === 'client' ? { build: { modulePreload: false } } : undefined,
    load(id) {
      return id === HELPER ? 'export const __vitePreload = (load) => load();' : null;
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.isDynamicEntry) continue;
        if (file.viteMetadata?.importedCss.size) {
          throw new Error(
            `${file.fileName} is loaded lazily, so its styles must be imported by a page.`,
          );
        }
      }
    },
  };
}
