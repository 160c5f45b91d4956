import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** A selector for the island's placeholder, see src/integrations/client-later.ts. */
    'client:later'?: string;
    /** After the first frame, see src/integrations/client-painted.ts. */
    'client:painted'?: boolean;
  }
}
