/** The built scripts. */
export interface BuiltScripts {
  /** The static imports of each file. */
  imports: Map<string, readonly string[]>;
  /** Files of dynamically imported modules, by the module's path from `/src`. */
  lazy: Map<string, string>;
}

/** Placeholders for the files of a module that is imported after the first frame, perhaps later, or once the page is used. */
const TEMPLATE = /<template data-(painted|later|used)="([^"]+)">/g;

/** The entry scripts of a page's islands. */
function islandFiles(html: string): string[] {
  const islands = html.matchAll(/<astro-island [^>]*>/g);
  const files = [...islands].join('').matchAll(/(?:component|renderer)-url="\/([^"]+)"/g);
  return [...files].flatMap(([, file]) => file ?? []);
}

function withImports(
  files: readonly string[],
  imports: BuiltScripts['imports'],
  found = new Set<string>(),
): Set<string> {
  for (const file of files.filter((name) => !found.has(name))) {
    found.add(file);
    withImports(imports.get(file) ?? [], imports, found);
  }
  return found;
}

/**
 * Adds links to all of a page's scripts, transitive imports included, and the address and files of a later module to
 * its template (src/features/cart/cart-preview.ts). Behind the content and at low priority: on a slow line scripts would
 * take bandwidth from the content and the first screen's pictures.
 * @throws Error for a template of an unknown module.
 */
export function withPreloads(html: string, { imports, lazy }: BuiltScripts): string {
  const scripts = [...html.matchAll(/<script type="module" src="\/([^"]+)"/g)];
  const named = scripts.flatMap(([, file]) => file ?? []);
  const now = withImports([...named, ...islandFiles(html)], imports);
  const links = [...now]
    .filter((file) => !named.includes(file))
    .map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`);
  return html
    .replaceAll(TEMPLATE, (_, when: string, module: string) => {
      const entry = lazy.get(module);
      if (entry === undefined) throw new Error(`No page imports ${module}`);
      const files = [...withImports([entry], imports)].filter((file) => !now.has(file));
      const relation = when === 'later' ? 'prefetch' : 'modulepreload';
      const linked = files.map((file) => `<link rel="${relation}" href="/${file}">`);
      return `<template data-${when}="/${entry}">${linked.join('')}`;
    })
    .replaceAll(/(<script type="module" src="[^"]+")>/g, '$1 fetchpriority="low">')
    .replace('</body>', () => `${links.join('')}</body>`);
}
