/**
 * Astro's islands, for documents that were loaded without any: their pages define them by inline scripts,
 * which another page's Content-Security-Policy does not allow.
 */
import 'astro/runtime/server/astro-island.js';
import later from '#integrations/client-later.ts';
import painted from '#integrations/client-painted.ts';

window.Astro = { ...window.Astro, later, painted };
for (const name of ['later', 'painted']) dispatchEvent(new Event(`astro:${name}`));
