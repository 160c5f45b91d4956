import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** A selector of what the island stands in, see src/integrations/client-later.ts. */
    'client:later'?: string;
    /** After the first frame, see src/integrations/client-painted.ts. */
    'client:painted'?: boolean;
  }
}
