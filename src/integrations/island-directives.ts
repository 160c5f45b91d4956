import type { AstroIntegration } from 'astro';

/** Registers the directives `client:later` and `client:painted`. */
export function islandDirectives(): AstroIntegration {
  return {
    name: 'island-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of ['later', 'painted']) {
          addClientDirective({ name, entrypoint: `./src/integrations/client-${name}.ts` });
        }
      },
    },
  };
}
