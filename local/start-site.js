// What netlify.toml names. Plain JavaScript, so that an older Node can still say what it lacks.
import './require-node.js';

await import('./site.ts');
