/**
 * `npm run contract`: checks that Supabase, Stripe and Resend answer as the shop and the stand-ins of this machine
 * assume. Without settings it asks the stand-ins, as `npm test` does.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';

const usage = `Usage:
  npm run contract                      asks the stand-ins of this machine
  npm run contract -- --settings FILE   asks the services that FILE names: a Supabase project with the
                                        shop's migrations, Stripe in test mode, Resend

Use a project without shoppers: accounts and files are made and deleted again, three e-mails go to an
address that Resend keeps for tests, and payment pages are opened and closed.`;

/** @returns the exit code. */
async function main(): Promise<number | null> {
  const { values } = parseArgs({
    options: { help: { type: 'boolean', default: false }, settings: { type: 'string' } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (values.settings !== undefined) {
    const file = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), values.settings);
    if (!existsSync(file)) {
      console.error(`File not found: ${file}\n\n${usage}`);
      return 2;
    }
    process.loadEnvFile(file);
    process.env['CONTRACT_SETTINGS'] = file;
  }
  const args = [
    'run',
    '--project=database',
    'tests/contract',
    '--reporter=verbose',
    '--silent=true',
  ];
  const vitest = startChild(path.join(projectFolder, 'node_modules/.bin/vitest'), args, {
    cwd: projectFolder,
  });
  return vitest.exited;
}

try {
  process.exitCode = (await main()) ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
