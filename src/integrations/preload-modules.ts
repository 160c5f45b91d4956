/** The static imports of each built script. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** The entry scripts of a page's islands with a given `client:` directive. */
function islandFiles(html: string, directive: string): string[] {
  const islands = html.matchAll(new RegExp(`<astro-island [^>]*client="${directive}"[^>]*>`, 'g'));
  const files = [...islands].join('').matchAll(/(?:component|renderer)-url="\/([^"]+)"/g);
  return [...files].flatMap(([, file]) => file ?? []);
}

function withImports(
  files: readonly string[],
  imports: Imports,
  found = new Set<string>(),
): Set<string> {
  for (const file of files.filter((name) => !found.has(name))) {
    found.add(file);
    withImports(imports.get(file) ?? [], imports, found);
  }
  return found;
}

/**
 * Adds links to all of a page's scripts, transitive imports included, to its head. Those of islands that
 * hydrate immediately are preloaded; those of islands that wait go into templates, for `later-files.ts`
 * and `client-painted.ts`. All at low priority: on a slow line scripts would take bandwidth from the
 * first screen's pictures.
 */
export function withPreloads(html: string, imports: Imports): string {
  const scripts = [...html.matchAll(/<script type="module" src="\/([^"]+)"/g)];
  const named = scripts.flatMap(([, file]) => file ?? []);
  const atOnce = ['load', 'only'].flatMap((directive) => islandFiles(html, directive));
  const now = withImports([...named, ...atOnce], imports);
  const links = [...now]
    .filter((file) => !named.includes(file))
    .map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`);
  const waiting = { later: 'prefetch', painted: 'modulepreload' };
  for (const [directive, relation] of Object.entries(waiting)) {
    const files = withImports(islandFiles(html, directive), imports);
    const kept = [...files]
      .filter((file) => !now.has(file))
      .map((file) => `<link rel="${relation}" href="/${file}">`);
    if (kept.length > 0) links.push(`<template data-${directive}>${kept.join('')}</template>`);
  }
  return html
    .replaceAll(/(<script type="module" src="[^"]+")>/g, '$1 fetchpriority="low">')
    .replace('</head>', () => `${links.join('')}</head>`);
}
