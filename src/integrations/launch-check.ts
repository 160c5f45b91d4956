import type { AstroIntegration } from 'astro';

/** A launch blocker (src/domain/launch-check). */
interface Problem {
  field: string;
  remedy: string;
}

/**
 * Keeps an unfinished shop out of production: with launch blockers, a production build fails and names
 * them, any other build warns.
 * @param look returns the launch blockers.
 * @param context Netlify's name of the build: `production`, `deploy-preview`, `branch-deploy`.
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
