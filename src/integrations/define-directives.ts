/**
 * The directives of Astro's islands. In a file of their own, because islands look for them as soon as
 * they are defined.
 */
import later from './client-later.ts';
import painted from './client-painted.ts';

window.Astro = { ...window.Astro, later, painted };
