import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { changePages } from './change-pages.ts';
import { withOwnPolicy } from './page-policy.ts';
import { type BuiltScripts, withPreloads } from './preload-modules.ts';
import { withPicturePreload } from './preload-picture.ts';

function collectScripts({ imports, lazy }: BuiltScripts): Plugin {
  return {
    name: 'collect-scripts',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        imports.set(file.fileName, file.imports);
        const [, module] = /^.*(\/src\/.+)$/.exec(file.facadeModuleId ?? '') ?? [];
        if (file.isDynamicEntry && module) lazy.set(module, file.fileName);
      }
    },
  };
}

/**
 * Orders what each built page loads: its own policy first, then its main picture, and the
 * imports of its scripts, which the browser would otherwise discover one level at a time.
 */
export function pageOrder(): AstroIntegration {
  const scripts: BuiltScripts = { imports: new Map(), lazy: new Map() };
  return {
    name: 'page-order',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [collectScripts(scripts)] } });
      },
      'astro:build:done': ({ dir }) => {
        changePages(dir, (html) => withOwnPolicy(withPicturePreload(withPreloads(html, scripts))));
      },
    },
  };
}
