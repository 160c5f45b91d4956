import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The scripts that a page's islands of one kind begin with.
 *
 * @param {string} html
 * @param {string} directive of `client:`
 * @returns {string[]}
 */
function islandFiles(html, directive) {
  const islands = html.matchAll(new RegExp(`<astro-island [^>]*client="${directive}"[^>]*>`, 'g'));
  const files = [...islands].join('').matchAll(/(?:component|renderer)-url="\/([^"]+)"/g);
  return [...files].flatMap(([, file]) => file ?? []);
}

/**
 * Names, in the head of every page, the scripts that its scripts import: a browser would hear of
 * them only when the first ones have come, a round trip later for each step. Those of an island that
 * takes over at once count; those of one that waits stand in a template, for `later-files.ts`.
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
    const named = scripts.flatMap(([, file]) => file ?? []);
    const now = withImports([...named, ...islandFiles(html, 'load')]);
    const later = withImports(islandFiles(html, 'later'));
    const links = [...now]
      .filter((file) => !named.includes(file))
      .map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`);
    const laterLinks = [...later]
      .filter((file) => !now.has(file))
      .map((file) => `<link rel="prefetch" href="/${file}">`);
    if (laterLinks.length > 0) links.push(`<template data-later>${laterLinks.join('')}</template>`);
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
