import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { z } from 'zod';
import { type RunningChild, startChild } from '#local/child.ts';
import { freePort, requireFreePorts } from '#local/ports.ts';
import { projectFolder } from '#local/settings.ts';
import { copyProject } from '#harness/project-copy.ts';
import { HANG_MS } from '../support/hang-limit.ts';
import { keepFunctions } from '../support/kept-functions.ts';
import { runsWhole } from '../support/long-suites.ts';

const Running = z.object({ owner: z.int() });

let folder: string;
let project: string;
let origin: string;
let ports: number[];
let dev: RunningChild | undefined;
let said = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-dev-'));
  chmodSync(folder, 0o755);
  project = copyProject(folder);
  if (!runsWhole) {
    const pages = ['filled-pages', 'pages', 'product-pages'];
    keepFunctions(project, 'account', 'auth-login', 'catalogue', 'jobs', 'shop', ...pages);
  }
  const [shop = 0, site = 0, database = 0, supabase = 0, stripe = 0, mailbox = 0] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  ports = [shop, site, database, supabase, stripe, mailbox];
  origin = `http://localhost:${shop}`;
  const moved = readFileSync(path.join(project, '.env.example'), 'utf8')
    .replace('54321', String(supabase))
    .replaceAll('54322', String(database))
    .replace('12111', String(stripe))
    .replace('12112', String(mailbox))
    .replace('8888', String(shop))
    .replace('4321\n', `${site}\n`);
  writeFileSync(path.join(project, '.env'), moved);
});

afterAll(async () => {
  await dev?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the shop with a command and waits until it reports that the shop is open. */
async function start(
  command: 'npm run dev' | 'npx netlify dev --offline',
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  said = '';
  const onOutput = (text: string) => {
    said += text;
  };
  // A developer's environment, without the test runner's variables.
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, ...environment };
  const [program = '', ...words] = command.split(' ');
  dev = startChild(program, words, { cwd: project, onOutput, env });
  const ended = dev.exited.then((): never => {
    throw new Error(`${command} ended:\n${said}`);
  });
  ended.catch(() => undefined);
  while (!said.includes('The shop is open')) await Promise.race([pause(100), ended]);
}

function signal(name: NodeJS.Signals): void {
  const file = path.join(project, '.local/running.json');
  process.kill(Running.parse(JSON.parse(readFileSync(file, 'utf8'))).owner, name);
}

function send(call: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${origin}${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function post(call: string, body: unknown): Promise<number> {
  return (await send(call, body)).status;
}

/** Imports a new product with one picture through the catalogue command, and publishes it. Returns the picture's URL. */
async function importProduct(): Promise<string> {
  const picture = path.join(projectFolder, 'public/catalogue/headline-trucker/signal-red-1.jpg');
  copyFileSync(picture, path.join(folder, 'hat.jpg'));
  const file = path.join(folder, 'new.csv');
  writeFileSync(
    file,
    'slug,name,price,category,material,colour,stock,pictures\ndawn-hat,Dawn Hat,£45.00,Beanies,100% wool,Coral,3,hat.jpg\n',
  );
  const { PATH, HOME, TMPDIR } = process.env;
  const command = startChild('npm', ['run', 'catalogue', '--', 'import', file], {
    cwd: project,
    onOutput: (text) => {
      said += text;
    },
    env: { PATH, HOME, TMPDIR },
  });
  if ((await command.exited) !== 0) throw new Error(`The import failed:\n${said}`);
  const sql = postgres({ host: '127.0.0.1', port: ports[2] ?? 0, user: 'postgres', max: 1 });
  await sql`
    select publish_release(null, id, preview_release(id) ->> 'fingerprint') from releases where state = 'draft'`;
  await sql.end();
  const listing = await (await fetch(`${origin}/api/listing/productListing/5/`)).text();
  expect(listing).toContain('Dawn Hat');
  return /"image":"([^"]*dawn-hat-[^"]*)"/.exec(listing)?.[1] ?? '';
}

/** Sets the announcement above all pages, as a release does. */
async function announce(text: string): Promise<void> {
  const sql = postgres({ host: '127.0.0.1', port: ports[2] ?? 0, user: 'postgres', max: 1 });
  const now = { text, link: '/all-products', from: null, until: '2100-01-01T00:00:00Z' };
  await sql`select import_content(${sql.json({ announcement: { now } })})`;
  await sql.end();
}

/** Makes a page, and redirects its old address, as a release does. */
async function makePage(): Promise<void> {
  const sql = postgres({ host: '127.0.0.1', port: ports[2] ?? 0, user: 'postgres', max: 1 });
  const now = {
    slug: 'about',
    title: 'About us',
    blocks: [{ type: 'text', text: 'Hats **first**.' }],
    menu: true,
    footer: true,
    place: 0,
    entry: null,
    search_title: '',
    search_description: '',
    share_picture: '',
  };
  await sql`select import_pages(${sql.json({ [randomUUID()]: { now } })})`;
  await sql`select import_redirects('{"/old-about": {"now": "/about"}}')`;
  await sql.end();
}

/** Status and target of a redirect. */
async function targetOf(address: string) {
  const { status, headers } = await look(address);
  return [status, headers.get('location')];
}

/** Status of a package requested as a module of ours imports it. Vite prepares packages at the first request. */
async function packageStatus(module: string, name: string): Promise<number> {
  const source = await (await fetch(`${origin}${module}`)).text();
  const [, address] = new RegExp(`"(/[^"]*/deps/${name}\\.js[^"]*)"`).exec(source) ?? [];
  if (!address) throw new Error(`${module} imports no prepared ${name}:\n${source}`);
  const answer = await fetch(`${origin}${address}`, { signal: AbortSignal.timeout(HANG_MS) });
  return answer.status;
}

const account = { username: 'Ada', email: 'ada@example.com', password: 'correct horse' };

/** Fetches a URL without following redirects. */
function look(address: string, cookie = ''): Promise<Response> {
  return fetch(`${origin}${address}`, { redirect: 'manual', headers: { cookie } });
}

/** Kills the shop and starts it again, locked before launch and for a visitor from Ireland. */
async function startAfterKill(): Promise<void> {
  signal('SIGKILL');
  await dev?.exited;
  await start('npm run dev', { LAUNCH_LOCK: 'on', VISITOR_COUNTRY: 'IE' });
  expect(said).toContain('stopped processes left behind by an earlier run');
  expect(await post('/api/auth/login/', account), 'the account is kept').toBe(200);

  // Edge functions run before the pages.
  const locked = await look('/cart');
  expect([locked.status, locked.headers.get('location')]).toEqual([302, '/launch']);
  const billing = await look('/billing', 'launchUnlocked=yes');
  expect([billing.status, billing.headers.get('set-cookie')]).toEqual([
    200,
    'visitorCountry=IE; Path=/billing; Max-Age=600; SameSite=Lax',
  ]);
}

async function greeting(): Promise<string> {
  return (await fetch(`${origin}/api/greeting`)).text();
}

/** Adds a function with a mistake, then fixes it; both take effect without a restart. */
async function changeFunction(): Promise<void> {
  const file = path.join(project, 'netlify/functions/greeting.ts');
  writeFileSync(file, 'export default (');
  await expect.poll(() => said).toContain('Unexpected end of file');
  for (const words of ['Hello.', 'Good evening.']) {
    writeFileSync(
      file,
      `import { OUT_OF_STOCK } from '#domain/cart/stock.ts';
      export default () => new Response(\`${words} \${OUT_OF_STOCK}\`);
      export const config = { path: '/api/greeting' };`,
    );
    // oxlint-disable-next-line no-await-in-loop -- the second change follows the first
    await expect.poll(greeting).toBe(`${words} Out of Stock`);
  }
}

const command = runsWhole ? 'npx netlify dev --offline' : 'npm run dev';

test(`\`${command}\` starts the whole shop without a network, ${runsWhole ? 'a killed run is cleaned up, ' : ''}and Ctrl-C leaves nothing behind`, async () => {
  onTestFailed(() => console.log(`The shop said:\n${said}`));
  // A configuration folder without a downloaded Deno.
  await start(command, { XDG_CONFIG_HOME: path.join(folder, 'config') });
  // Skips the output of npm and Netlify, which depends on the machine.
  const ours = said.slice(said.indexOf('Minicia: starting'));
  expect(ours).not.toMatch(/warn|experimental/i);
  const home = await fetch(origin);
  expect(home.status).toBe(200);
  expect(home.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await home.text()).toContain(`<link rel="canonical" href="${origin}/">`);
  // Headers of a browser's page request, on which the dev server reloads the catalogue.
  const reload = { headers: { 'sec-fetch-dest': 'document' } };
  // Astro's file watcher reports the content read at startup with a delay. Until then a function renders a
  // product's page.
  const product = async () => (await fetch(`${origin}/product-details/1`, reload)).text();
  await expect.poll(product).toContain('Rulebreaker Canvas Bucket');
  expect((await fetch(`${origin}/product-details/999999`)).status).toBe(404);
  expect((await fetch(`${origin}/nothing-here`)).status).toBe(404);
  for (const malformed of ['/%', '/product-details/%E0%A4%A']) {
    // Netlify's server would crash on it.
    const { status } = await fetch(origin + malformed);
    expect({ malformed, status }).toEqual({ malformed, status: 400 });
  }
  // Vite returns 504 right after it has prepared its packages again, and makes a browser reload the page.
  await expect.poll(() => packageStatus('/src/stores/cart.ts', 'nanostores')).toBe(200);
  const categories: unknown = await (await fetch(`${origin}/api/listing/categories/`)).json();
  expect(categories).toHaveLength(6);
  expect(await post('/api/auth/register/', account)).toBe(201);
  const items = [{ productId: 1, selectedColorId: 1, quantity: 1 }];
  const unknown = await send('/api/listing/discount/', { code: 'NO SUCH', items });
  expect(await unknown.json(), 'the reason of a 404').toMatchObject({ reason: 'unknown' });

  const picture = await importProduct();
  const scaled = await fetch(`${origin}/.netlify/images?url=${encodeURIComponent(picture)}&w=240`);
  expect(scaled.status).toBe(200);
  expect(scaled.headers.get('content-type')).toMatch(/^image\//);
  const beanies = async () => (await fetch(`${origin}/productListing/5`, reload)).text();
  await expect.poll(beanies).toContain('Dawn Hat');
  await announce('Free returns & <b>fair</b> prices');
  expect(await (await fetch(origin, reload)).text()).toMatch(
    /<p[^>]* data-announcement[^>]*>\s*<a href="\/all-products"[^>]*>Free returns &amp; &lt;b&gt;fair/,
  );
  await makePage();
  const about = async () => (await fetch(`${origin}/about`, reload)).text();
  await expect.poll(about).toContain('Hats <strong>first</strong>.');
  expect(await targetOf('/old-about')).toEqual([301, '/about']);
  const plain = '/product-details/1?colour=2';
  expect(await targetOf('/product-details/1/canvas-bucket?colour=2')).toEqual([301, plain]);
  await changeFunction();
  // A server that starts slowly is quoted.
  const printed = said.replaceAll(/\(last said: .*/g, '');
  expect(printed, 'requests that went well are not printed').not.toMatch(/\[200\]|status 200/);

  if (runsWhole) await startAfterKill();

  said = '';
  signal('SIGINT');
  expect(await dev?.exited).toBe(0);
  // A job may have logged its end just before.
  const last = said.slice(said.indexOf('Stopping'));
  expect(last.trim().split('\n')).toEqual(['Stopping …', 'Stopped.']);
  await requireFreePorts(ports.map((port) => ({ port, use: 'was used', setting: 'none' })));
});
