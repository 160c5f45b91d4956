import type { AstroIntegration } from 'astro';

/**
 * Keeps placeholder facts about the company out of production: a production build fails and names
 * them, any other build warns.
 * @param placeholders the fields that are still placeholders.
 * @param context Netlify's name for what it builds: `production`, `deploy-preview`, `branch-deploy`.
 * @see https://docs.netlify.com/build/configure-builds/environment-variables/#build-metadata
 */
export function companyFacts(
  placeholders: readonly string[],
  context: string | undefined,
): AstroIntegration {
  return {
    name: 'company-facts',
    hooks: {
      'astro:build:start': ({ logger }) => {
        if (placeholders.length === 0) return;
        const text = `src/company.ts still has placeholders: ${placeholders.join(', ')}. Fill in the company’s own before the shop opens.`;
        if (context === 'production') throw new Error(text);
        logger.warn(text);
      },
    },
  };
}
