import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { company } from '#brand/company.ts';
import { plainAddress } from '#domain/basics/plain-address.ts';
import { baselineFault } from '#local/baseline.ts';
import { checkLabels } from './check-labels.ts';
import { checkLaunch } from './check-launch.ts';
import { checkMail } from './check-mail.ts';
import { checkPreviews } from './check-previews.ts';
import { checkSite } from './check-site.ts';
import { checkStripe } from './check-stripe.ts';
import { checkSupabase } from './check-supabase.ts';
import { checkVariables } from './check-variables.ts';
import { failure, fine, type Finding } from './finding.ts';

const usage = `Usage:
  npm run doctor                          checks the settings and the services they refer to
  npm run doctor -- --site https://SHOP   checks the deployed shop as well
  npm run doctor -- --previews FILE       compares the settings of Deploy Previews with these

Settings come from the environment and, for what is not set there, from a file.

Options:
  --settings FILE   the file (default: .env)`;

const marks: Record<Finding['level'], string> = { fine: '✓', warning: '!', failure: '✗' };

function counted(many: number, name: string): string {
  return `${many} ${many === 1 ? name : `${name}s`}`;
}

function printPart(title: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  console.log(`\n${title}`);
  for (const { level, text } of findings) console.log(`  ${marks[level]} ${text}`);
}

/** @returns whether there are no failures. */
async function run(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      previews: { type: 'string' },
      settings: { type: 'string' },
      site: { type: 'string' },
    },
  });
  if (values.help) {
    console.log(usage);
    return true;
  }
  if (values.site !== undefined && !/^https?:\/\/[^/]/.test(values.site)) {
    throw new Error(`--site needs a URL such as https://shop.example.\n\n${usage}`);
  }
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  const file = values.settings
    ? path.resolve(folder, values.settings)
    : path.resolve(import.meta.dirname, '../.env');
  if (values.settings && !existsSync(file)) throw new Error(`File not found: ${file}`);
  if (existsSync(file)) process.loadEnvFile(file);

  const { env } = process;
  const previews = values.previews && path.resolve(folder, values.previews);
  if (previews && !existsSync(previews)) throw new Error(`File not found: ${previews}`);
  const fault = baselineFault();
  const parts: [string, Promise<Finding[]> | Finding[]][] = [
    ['Settings', checkVariables(env)],
    [
      'Deploy Previews',
      previews ? checkPreviews(env, parseEnv(readFileSync(previews, 'utf8'))) : [],
    ],
    ['Opening the shop', checkLaunch(env, company)],
    ['Migrations', [fault ? failure(fault) : fine('The first migration is up to date.')]],
    ['Supabase', checkSupabase(env)],
    ['Stripe', checkStripe(env)],
    ['E-mail', checkMail(env)],
    ['Labels', checkLabels(env)],
    ['Shop', values.site ? checkSite(plainAddress(values.site)) : []],
  ];
  const done = await Promise.all(
    parts.map(async ([title, findings]) => ({ title, findings: await findings })),
  );
  for (const { title, findings } of done) printPart(title, findings);

  const all = done.flatMap(({ findings }) => findings);
  const failures = all.filter(({ level }) => level === 'failure').length;
  const warnings = all.filter(({ level }) => level === 'warning').length;
  console.log(
    `\n${failures === 0 ? 'Nothing to fix' : `${counted(failures, 'failure')} to fix`}, ${counted(warnings, 'warning')}.`,
  );
  return failures === 0;
}

/** Runs the command with the arguments and the environment of this process. @returns the exit code. */
export async function main(): Promise<number> {
  try {
    return (await run()) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
