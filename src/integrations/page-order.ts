import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { changePages } from './change-pages.ts';
import { withLateIslands } from './late-islands.ts';
import { withOwnPolicy } from './page-policy.ts';
import { withPreloads } from './preload-modules.ts';
import { withPicturePreload } from './preload-picture.ts';

function collectImports(imports: Map<string, readonly string[]>): Plugin {
  return {
    name: 'collect-imports',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') imports.set(file.fileName, file.imports);
      }
    },
  };
}

/**
 * Orders what each built page loads: its own policy first, then its main picture, the imports of its scripts, which
 * the browser would otherwise discover one level at a time, and the code of islands behind the content.
 */
export function pageOrder(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  return {
    name: 'page-order',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [collectImports(imports)] } });
      },
      'astro:build:done': ({ dir }) => {
        changePages(dir, (html) =>
          withOwnPolicy(withLateIslands(withPicturePreload(withPreloads(html, imports)))),
        );
      },
    },
  };
}
