import type { AstroIntegration } from 'astro';

/** What stands in the way of opening the shop (src/domain/launch-check). */
interface Problem {
  field: string;
  remedy: string;
}

/**
 * Keeps a shop that must not open out of production: a production build fails and names what is
 * missing, any other build warns.
 * @param look says what is missing.
 * @param context Netlify's name for what it builds: `production`, `deploy-preview`, `branch-deploy`.
 * @see https://docs.netlify.com/build/configure-builds/environment-variables/#build-metadata
 */
export function launchCheck(
  look: () => Promise<readonly Problem[]>,
  context: string | undefined,
): AstroIntegration {
  return {
    name: 'launch-check',
    hooks: {
      'astro:build:start': async ({ logger }) => {
        const problems = await look();
        if (problems.length === 0) return;
        const text = [
          'The shop must not open yet:',
          ...problems.map(({ field, remedy }) => `- ${field}. ${remedy}`),
        ].join('\n');
        if (context === 'production') throw new Error(text);
        logger.warn(text);
      },
    },
  };
}
