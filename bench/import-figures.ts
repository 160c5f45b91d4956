/**
 * `npm run figures:import -- 1000`: duration of the catalogue command for that many generated products with
 * pictures, the first time and again. Works in a temporary folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { freePort } from '#local/ports.ts';
import { startPostgres } from '#local/postgres.ts';
import { projectFolder } from '#local/settings.ts';
import { startSupabase } from '#local/supabase.ts';
import { testKeys } from '#harness/test-keys.ts';

const colours = ['Ink', 'Bone', 'Rust'];
const products = Number(process.argv[2] ?? 1000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-figures-'));
chmodSync(folder, 0o755);

async function run(title: string, ...args: string[]): Promise<void> {
  const began = performance.now();
  const command = spawn('node', [path.join(projectFolder, 'catalogue/command.ts'), ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SUPABASE_URL: supabase.url,
      SUPABASE_SECRET_KEY: testKeys.secretKey,
      INIT_CWD: folder,
    },
  });
  const [code] = await once(command, 'exit');
  console.log(
    `${title}: ${((performance.now() - began) / 1000).toFixed(1)} s (ended with ${code})`,
  );
}

/** Creates a distinct picture for every product, with the dimensions and file size of the shop's. */
async function makePictures(): Promise<void> {
  const original = path.join(projectFolder, 'public/catalogue/headline-trucker/signal-red-1.jpg');
  mkdirSync(path.join(folder, 'pictures'));
  for (let n = 1; n <= products; n += 1) {
    const mark = Buffer.from(
      `<svg width="200" height="40"><text x="4" y="30" font-size="28">${n}</text></svg>`,
    );
    await sharp(original)
      .composite([{ input: mark, left: 0, top: 0 }])
      .jpeg({ quality: 85 })
      .toFile(path.join(folder, `pictures/${n}.jpg`));
  }
}

function writeFile(name: string, pictures: boolean, price: number): void {
  const rows = Array.from({ length: products }, (_, index) =>
    colours
      .map((colour, place) =>
        [
          `made-up-${index + 1}`,
          `Made Up Cap ${index + 1}`,
          'A line about the cap. '.repeat(12),
          price,
          'beanies',
          colour,
          5,
          pictures && place === 0 ? `pictures/${index + 1}.jpg` : '',
        ].join(','),
      )
      .join('\n'),
  );
  const header = 'slug,name,description,price,category,colour,stock,pictures';
  writeFileSync(path.join(folder, name), [header, ...rows].join('\n'));
}

const postgres = await startPostgres({
  dir: path.join(folder, 'postgres'),
  port: await freePort(),
  volatile: true,
});
const supabase = await startSupabase({
  databaseUrl: postgres.url(),
  port: 0,
  ...testKeys,
  seedFile: path.join(projectFolder, 'supabase/seed/catalogue.sql'),
  storageFolder: path.join(folder, 'storage'),
});
try {
  await makePictures();
  writeFile('plain.csv', false, 45);
  writeFile('pictures.csv', true, 45);
  writeFile('repriced.csv', true, 46);
  console.log(`${products} products in ${products * colours.length} colours`);
  await run('check, without pictures', 'check', 'plain.csv');
  await run('import, without pictures', 'import', 'plain.csv');
  await run(`import, with ${products} pictures`, 'import', 'pictures.csv');
  await run('the same again', 'import', 'pictures.csv');
  await run('another price for every product', 'import', 'repriced.csv');
  await run('export', 'export', 'all.csv');
} finally {
  await supabase.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
