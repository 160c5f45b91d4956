import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** See src/integrations/client-later.mjs. */
    'client:later'?: boolean;
  }
}
