import {
  appendFileSync,
  chmodSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startChild } from '#local/child.ts';
import { memoryFolder } from '#local/memory-folder.ts';
import { projectFolder } from '#local/settings.ts';
import { type ThrowawayDatabase, startThrowawayDatabase } from '#local/throwaway-database.ts';
import { copyProject } from '#harness/project-copy.ts';
import { testKeys } from '#harness/test-keys.ts';
import { keepFunctions } from '../support/kept-functions.ts';
import { runsWhole } from '../support/long-suites.ts';

// Successive builds of one shop: each test starts where the previous one ended.

let folder: string;
let project: string;
/** The company's details in that copy. */
let company: string;
let database: ThrowawayDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  folder = mkdtempSync(path.join(memoryFolder(), 'minicia-builds-'));
  chmodSync(folder, 0o755);
  project = copyProject(folder);
  company = path.join(project, 'src/brand/company.ts');
  // Netlify bundles them with Deno, which it would download.
  rmSync(path.join(project, 'netlify/edge-functions'), { recursive: true });
  database = await startThrowawayDatabase(testKeys);
  sql = postgres(database.databaseUrl(), { max: 1, onnotice: () => undefined });
});

afterAll(async () => {
  await sql.end();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Build {
  said: string;
  /** Ids of products whose pages were reused from the previous build, in order. */
  restored: number[];
}

const byNumber = (a: number, b: number) => a - b;

async function build(program: 'astro' | 'netlify', ...flags: string[]): Promise<Build> {
  let said = '';
  const binaries = path.join(projectFolder, 'node_modules/.bin');
  const { PATH, HOME, TMPDIR } = process.env;
  const running = startChild(path.join(binaries, program), ['build', ...flags], {
    cwd: project,
    onOutput: (text) => {
      said += text;
    },
    env: {
      PATH: `${binaries}:${PATH}`,
      HOME,
      TMPDIR,
      SUPABASE_URL: database.supabaseUrl,
      SUPABASE_PUBLISHABLE_KEY: testKeys.publishableKey,
      SUPABASE_SECRET_KEY: testKeys.secretKey,
      SITE_URL: 'https://shop.example',
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
    },
  });
  if ((await running.exited) !== 0) throw new Error(`The build ended:\n${said}`);
  const lines = said.matchAll(/product-details\/(\d+)\/index\.html[^/]*\(restored\)/g);
  return { said, restored: Array.from(lines, ([, id]) => Number(id)).toSorted(byNumber) };
}

/** Builds as Netlify does: from a fresh checkout, with only Netlify's cache from earlier builds. */
function hostedBuild(): Promise<Build> {
  rmSync(path.join(project, '.astro'), { recursive: true, force: true });
  rmSync(path.join(project, 'dist'), { recursive: true, force: true });
  return build('netlify', '--offline');
}

const netlifyCache = '.netlify/cache/cwd';
const keptPictures = `${netlifyCache}/.astro/cache/share`;

const namesIn = (pattern: string) =>
  globSync(pattern, { cwd: project })
    .map((file) => path.basename(file))
    .toSorted();

const read = (file: string) => readFileSync(path.join(project, file), 'utf8');

const pageOf = (product: number) => read(`dist/product-details/${product}/index.html`);

/** The share picture contains the price, and product 1's changes. */
const showsNoNewPrice = (picture: string) => !picture.startsWith('product-1-');

const onSale = async (): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id::int from products where archived_at is null order by id`;
  return rows.map(({ id }) => id);
};

/** Files with the build's id or time. */
const different: ReadonlySet<string> = new Set(['build.json', 'security.txt']);

/** All other files of the built site with their content. */
function site(): Map<string, string> {
  const dist = path.join(project, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !different.has(entry.name),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(dist, file), readFileSync(file, 'latin1')] as const;
    }),
  );
}

/** A product whose page shows none of the changed products. */
let other = 0;

/** Fills in the company's details, without which no production build is possible. */
function tellFacts(): void {
  const facts = readFileSync(company, 'utf8')
    .replace('00000000', '08123456')
    .replace('vatNumber: null', "vatNumber: 'GB 123 4567 82'")
    .replaceAll('1 Example Street', '1 Brewer Street')
    .replace('1 Example Quay', '1 Custom House Quay')
    .replaceAll('minicia.example', 'minicia.test');
  writeFileSync(company, facts);
  const notice = path.join(project, 'src/domain/catalogue/eu-guarantee.ts');
  const named = readFileSync(notice, 'utf8').replace('| null = null', "| null = '/notice.svg'");
  writeFileSync(notice, named);
}

const limited = ['auth-login', 'stripe-create-session'];
const streams = ['catalogue'];

test.runIf(runsWhole)(
  'a hosted build for production refuses placeholders, and tax without a VAT number',
  async () => {
    await expect(hostedBuild()).rejects.toThrow(
      /- src\/company\.ts: number\. [^]*- src\/company\.ts: email\. [^]*- src\/company\.ts: vatNumber\. /,
    );
  },
);

test('the first hosted build builds everything and stores it in Netlify’s cache', async () => {
  tellFacts();
  if (!runsWhole) keepFunctions(project, ...limited, ...streams);
  const { said, restored } = await hostedBuild();
  expect(said).toContain('There is no build cache yet.');
  expect(restored).toEqual([]);
  const pictures = namesIn('dist/share/*.jpg');
  expect(pictures.length).toBeGreaterThan(24);
  expect(namesIn(`${keptPictures}/*.jpg`)).toEqual(pictures);
});

const Manifest = z.object({
  functions: z.array(
    z.object({
      name: z.string(),
      region: z.string().optional(),
      invocationMode: z.string().optional(),
      trafficRules: z.unknown().optional(),
    }),
  ),
});

test('Netlify gets two rate limits, streaming functions in London, and no local picture URLs', () => {
  const { functions } = Manifest.parse(JSON.parse(read('.netlify/functions/manifest.json')));
  const ruled = functions.filter(({ trafficRules }) => trafficRules !== undefined);
  expect(ruled.map(({ name }) => name).toSorted()).toEqual(limited);
  expect([...new Set(functions.map(({ region }) => region))]).toEqual(['lhr']);
  // A streamed response may have 20 MB, a buffered one 6 MB.
  const listings = functions.filter(({ name }) => streams.includes(name));
  expect(listings.map(({ invocationMode }) => invocationMode)).toEqual(['stream']);
  const added: unknown = JSON.parse(read('.netlify/deploy/v1/config.json'));
  expect(added).toEqual({ images: { remote_images: [] } });
});

test('the next hosted build reuses pages and pictures whose content has not changed', async () => {
  keepFunctions(project, 'auth-login');
  // Each page also shows related products.
  const others = (await onSale()).filter((id) => !/product-details\/[123]\b/.test(pageOf(id)));
  [other = 0] = others;
  const unchanged = pageOf(other);
  const pictures = namesIn('dist/share/*.jpg');
  await sql`update products set price_pence = 12345 where id = 1`;
  await sql`update color_variants set quantity = 0 where product_id = 2`;
  await sql`update products set facts = facts || '{"material": "Spun moonlight"}' where id = 3`;
  // A marked picture shows whether it is drawn again; another belongs to a removed page.
  const [marked = ''] = namesIn(`${keptPictures}/product-${other}-*.jpg`);
  writeFileSync(path.join(project, keptPictures, marked), 'marked');
  writeFileSync(path.join(project, keptPictures, 'product-0-gone.jpg'), 'gone');

  const { said, restored } = await hostedBuild();
  expect(said).toContain('Restored the build cache.');
  expect(restored).not.toHaveLength(0);
  expect(restored).toEqual(others);
  expect(pageOf(other)).toBe(unchanged);
  expect(pageOf(1)).toContain('123.45');
  expect(pageOf(3)).toContain('Material: Spun moonlight');
  expect(pageOf(2)).not.toContain('https://schema.org/InStock');

  expect(read(`dist/share/${marked}`)).toBe('marked');
  const now = namesIn('dist/share/*.jpg');
  expect(now).toHaveLength(pictures.length);
  expect(now.filter(showsNoNewPrice)).toEqual(pictures.filter(showsNoNewPrice));
  expect(now).not.toEqual(pictures);
  expect(namesIn(`${keptPictures}/*.jpg`)).toEqual(now);
});

test('Netlify’s cache contains only public data', () => {
  const kept = path.join(project, netlifyCache);
  const names = readdirSync(kept, { recursive: true, encoding: 'utf8' });
  const texts = names.filter((name) => /\.(json|html)$/.test(name));
  expect(texts.length).toBeGreaterThan(0);
  for (const name of texts) {
    const text = readFileSync(path.join(kept, name), 'utf8');
    for (const secret of [testKeys.secretKey, testKeys.jwtSecret])
      expect(text).not.toContain(secret);
  }
});

test.runIf(runsWhole)('a site assembled from reused pages equals a full build', async () => {
  const fromParts = site();
  expect((await build('astro', '--force')).restored).toEqual([]);
  expect(site()).toEqual(fromParts);
});

test.runIf(runsWhole)(
  'reuses every product page without changes, and rebuilds all when shared content or a shared script changes',
  async () => {
    expect((await build('astro')).restored).toEqual(await onSale());

    // src/features/product/product-page.test.ts tests that each of these alone suffices.
    await sql`insert into categories (slug, name, position) values ('gloves', 'Gloves', 99)`;
    await sql`update tax_settings set display = 'included'`;
    const script = path.join(project, 'src/features/layout/toast.ts');
    appendFileSync(script, "\nconsole.debug('toast');\n");
    expect((await build('astro')).restored).toEqual([]);
    expect(pageOf(other)).toContain('Gloves');
    expect(pageOf(other)).toContain('All taxes are included.');
  },
);
