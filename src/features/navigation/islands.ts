/**
 * Astro's islands, for documents that were loaded without any: their pages define them by inline scripts,
 * which another page's Content-Security-Policy does not allow.
 */
import './directives.ts';
import 'astro/runtime/server/astro-island.js';

// A document with islands may lack one of the directives, and its islands wait for that.
for (const name of ['later', 'painted']) dispatchEvent(new Event(`astro:${name}`));
