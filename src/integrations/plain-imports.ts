import type { Plugin } from 'vite';

/** What Vite wraps every `import()` in, and a chunk's style sheets beside it. */
const HELPER = '\0vite/preload-helper.js';

/**
 * Dynamic imports without Vite's helper, which is as large as all that the header does: our scripts
 * that come later bring no style sheet and need few files.
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
            `${file.fileName} comes later, so its styles must be imported by a page.`,
          );
        }
      }
    },
  };
}
