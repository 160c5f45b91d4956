/**
 * Astro's islands, for documents loaded without any: their pages define them by inline scripts, which another
 * page's Content-Security-Policy does not allow, or only once the shopper interacts (late-islands.ts).
 */
import './define-directives.ts';
import 'astro/runtime/server/astro-island.js';

// A document with islands may lack one of the directives its new islands wait for.
for (const name of ['later', 'painted']) dispatchEvent(new Event(`astro:${name}`));
