import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Names, in the head of every page, the scripts that its scripts import: a browser would hear of
 * them only when the first ones have come, a round trip later for each step. An island that takes
 * over at once counts; one that waits does not.
 *
 * @returns {import('astro').AstroIntegration}
 */
export function preloadModules() {
  /** What each built script imports at its start. @type {Map<string, string[]>} */
  const imports = new Map();

  /** @param {string[]} files @param {Set<string>} [found] @returns {Set<string>} */
  function withImports(files, found = new Set()) {
    for (const file of files.filter((name) => !found.has(name))) {
      found.add(file);
      withImports(imports.get(file) ?? [], found);
    }
    return found;
  }

  /** @param {string} html */
  function preloaded(html) {
    const scripts = [...html.matchAll(/<script type="module" src="\/([^"]+)"/g)];
    const islands = [...html.matchAll(/<astro-island [^>]*client="load"[^>]*>/g)].join('');
    const needed = islands.matchAll(/(?:component|renderer)-url="\/([^"]+)"/g);
    const named = new Set(scripts.map(([, file]) => file));
    const wanted = withImports([...scripts, ...needed].flatMap(([, file]) => file ?? []));
    const links = [...wanted]
      .filter((file) => !named.has(file))
      .map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`);
    return html.replace('</head>', `${links.join('')}</head>`);
  }

  return {
    name: 'preload-modules',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'note-imports',
                applyToEnvironment: ({ name }) => name === 'client',
                generateBundle(_options, bundle) {
                  for (const file of Object.values(bundle)) {
                    if (file.type === 'chunk') imports.set(file.fileName, file.imports);
                  }
                },
              },
            ],
          },
        });
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!name.endsWith('.html')) continue;
          const file = path.join(folder, name);
          writeFileSync(file, preloaded(readFileSync(file, 'utf8')));
        }
      },
    },
  };
}
