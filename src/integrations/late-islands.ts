const ISLANDS = /<astro-island [^>]*\bclient="(\w+)"/g;
const SCRIPTS = /<script>((?:(?!<\/script>).)*)<\/script>/gs;

/** Patterns of the scripts by which Astro defines islands and their directives. */
function definitions(directives: Iterable<string>): RegExp[] {
  return [
    /customElements\.define\("astro-island"/,
    ...Array.from(directives, (name) => new RegExp(`"astro:${name}"`)),
  ];
}

/**
 * Moves Astro's inline scripts, which define a page's islands, behind its content: compiling them on a slow phone
 * would put off the paint of what follows. Removes them (2 kB) if all islands wait for interaction: the page
 * imports them then (src/features/product/picker/wake-gallery.ts).
 * @throws Error if the page does not have them, as after an update of Astro that words them differently.
 */
export function withLateIslands(html: string): string {
  const directives = new Set([...html.matchAll(ISLANDS)].flatMap(([, name]) => name ?? []));
  if (directives.size === 0) return html;
  const missing = new Set(definitions(directives));
  const found: string[] = [];
  const rest = html.replaceAll(SCRIPTS, (script, code: string) => {
    const definition = [...missing].find((pattern) => pattern.test(code));
    if (!definition) return script;
    missing.delete(definition);
    found.push(script);
    return '';
  });
  if (missing.size > 0) throw new Error(`A page with islands lacks ${[...missing].join(' and ')}`);
  if (directives.size === 1 && directives.has('later')) return rest;
  return rest.replace('</body>', () => `${found.join('')}</body>`);
}
