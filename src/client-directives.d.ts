import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** See src/build/client-later.mjs. */
    'client:later'?: boolean;
  }
}
