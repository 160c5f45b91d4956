// Runs after `npm install`: creates `.env` on a developer's machine, so that `netlify dev` works at once.
// Plain JavaScript, because npm may run it with an older Node. A build on Netlify or in CI takes its settings
// from the environment, where local ones must not fill a gap.
import { copyFileSync, existsSync } from 'node:fs';

const hosted = Boolean(process.env.NETLIFY ?? process.env.CI);
if (!hosted && !existsSync('.env')) copyFileSync('.env.example', '.env');
