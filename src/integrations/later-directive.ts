import type { AstroIntegration } from 'astro';

/** Registers the directive `client:later`. */
export function laterDirective(): AstroIntegration {
  return {
    name: 'client-later',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        const entrypoint = './src/integrations/client-later.ts';
        addClientDirective({ name: 'later', entrypoint });
      },
    },
  };
}
