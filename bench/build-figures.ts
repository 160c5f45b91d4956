/**
 * `npm run figures:build -- 50 1000 10000`: time, memory and output size of a build with that many
 * generated products, and of a rebuild without changes; then whether every page is served. Works in a temporary folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { freePort } from '#local/ports.ts';
import { projectFolder } from '#local/settings.ts';
import { startThrowawayDatabase } from '#local/throwaway-database.ts';
import { copyProject } from '#harness/project-copy.ts';
import { shopEnvironment, testKeys } from '#harness/test-keys.ts';
import { sizeOf } from './folder-size.ts';
import { checkServedCatalogue } from './served-catalogue.ts';

/** Colours per generated product, and pictures per colour. */
const colours = 3;
const pictures = 2;

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0 || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
  throw new Error('Give numbers of products: npm run figures:build -- 50 1000 10000');
}

/** The shop's own photographs, shared by the generated products. */
const photographs = globSync('public/catalogue/*/*.jpg', { cwd: projectFolder })
  .filter((file) => !file.includes('/front/'))
  .map((file) => file.replace(/^public/, ''))
  .toSorted();

async function fill(databaseUrl: string, products: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`truncate products, color_variants, variant_images restart identity cascade`;
  await sql`
    insert into products (slug, name, description, price_pence, category_id, created_at)
    select 'made-up-' || n, 'Made Up Cap ' || n, repeat('A line about the cap. ', 12),
           1000 + n % 9000, 1 + n % 6, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${products}) n`;
  await sql`
    insert into color_variants (product_id, color_name, hex, quantity, position)
    select p.id, 'Colour ' || n, '#102030', 5, n
    from products p, generate_series(1, ${colours}) n`;
  await sql`
    insert into variant_images (variant_id, path, position)
    select v.id, (${photographs}::text[])[1 + (v.id * ${pictures} + n) % ${photographs.length}], n
    from color_variants v, generate_series(1, ${pictures}) n`;
  await sql.end();
}

/** Peak memory of a process so far, in bytes; 0 where unavailable. */
function peakMemory(pid: number): number {
  try {
    const [, kilobytes] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** CPU time of a process in seconds, which a busy machine distorts less than wall-clock time. */
function coreSeconds(pid: number): number {
  try {
    const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = (fields[0] ?? '').split(' ').slice(11, 13).map(Number);
    return ((user ?? 0) + (system ?? 0)) / 100;
  } catch {
    return 0;
  }
}

async function build(project: string) {
  const began = performance.now();
  const astro = spawn(path.join(projectFolder, 'node_modules/.bin/astro'), ['build'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let memory = 0;
  let busy = 0;
  const sampler = setInterval(() => {
    memory = Math.max(memory, peakMemory(astro.pid ?? 0));
    busy = Math.max(busy, coreSeconds(astro.pid ?? 0));
  }, 100);
  const [code] = await once(astro, 'exit');
  clearInterval(sampler);
  if (code !== 0) throw new Error(`The build ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, memory, busy };
}

/** Files from `public` are excluded: their number does not depend on the catalogue. */
const publicFiles = sizeOf(path.join(projectFolder, 'public'));
const database = await startThrowawayDatabase(testKeys);
const port = await freePort();
Object.assign(process.env, shopEnvironment(database.supabaseUrl, 'http://127.0.0.1:1'), {
  SITE_URL: `http://127.0.0.1:${port}`,
  ASTRO_TELEMETRY_DISABLED: '1',
});
const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

console.log(
  'products | build s | CPU s | CPU ms/product | peak MB | rebuild s | rebuild CPU s | dist MB | of which share MB | KB/product | files',
);
for (const size of sizes) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-figures-'));
  chmodSync(folder, 0o755);
  try {
    await fill(database.databaseUrl(), size);
    const project = copyProject(folder);
    const { seconds, memory, busy } = await build(project);
    const again = await build(project);
    const dist = sizeOf(path.join(project, 'dist'));
    const bytes = dist.bytes - publicFiles.bytes;
    console.log(
      [
        size,
        seconds.toFixed(1),
        busy.toFixed(1),
        ((busy * 1000) / size).toFixed(1),
        megabytes(Math.max(memory, again.memory)),
        again.seconds.toFixed(1),
        again.busy.toFixed(1),
        megabytes(bytes),
        megabytes(sizeOf(path.join(project, 'dist/share')).bytes),
        (bytes / 1024 / size).toFixed(1),
        dist.files - publicFiles.files,
      ].join(' | '),
    );
    const shop = path.join(project, 'dist');
    console.log(await checkServedCatalogue(shop, database.databaseUrl(), port));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
await database.close();
process.exit();
