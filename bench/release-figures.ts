/**
 * `npm run figures:releases -- 1000`: duration of the studio's calls for a spreadsheet of that many generated
 * products in three colours each: parse, save, preview, schedule, publish; then again with a new price for
 * each. Calls the functions, without pages.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { z } from 'zod';
import { CatalogueReading, ExportedFile } from '#domain/wire/catalogue-reading.ts';
import { GivenCatalogue, ReleaseOptions, ReleasePreview } from '#domain/wire/staff-releases.ts';
import { loadAnswers } from '#harness/function-server.ts';
import { publishDueReleases } from '#server/publishing/publish-due-releases.ts';
import { newBuyers } from './api-shoppers.ts';
import { startApiStack } from './api-stack.ts';
import { textTable } from './text-table.ts';

const colours = ['Ink', 'Bone', 'Rust'];
const products = Number(process.argv[2] ?? 1000);
const rows: string[][] = [['', 'seconds', 'sent, kB', 'answered, kB']];

function sheet(): string {
  const lines = Array.from({ length: products }, (_, index) => {
    const slug = `made-up-${index + 1}`;
    const text = 'A line about the cap. '.repeat(12);
    return colours
      .map((colour) => `${slug},Made Up Cap ${index + 1},${text},45,beanies,${colour},5`)
      .join('\n');
  });
  return ['slug,name,description,price,category,colour,stock', ...lines].join('\n');
}

const stack = await startApiStack();
const sql = postgres(stack.database.databaseUrl(), { max: 2, onnotice: () => undefined });

async function timed<T>(title: string, work: () => Promise<T>, sent = 0): Promise<T> {
  const began = performance.now();
  const done = await work();
  const answered = JSON.stringify(done ?? null).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  rows.push([title, seconds, String(Math.round(sent / 1000)), String(Math.round(answered / 1000))]);
  return done;
}

try {
  const [marketer] = await newBuyers(sql, 1);
  if (!marketer) throw new Error('There is no marketer.');
  await sql`insert into staff (user_id, name, role) values (${marketer.id}, 'Mary', 'marketer')`;
  const answer = await loadAnswers();

  async function call(title: string, path: string, body?: string): Promise<unknown> {
    const request = new Request(`https://minicia.example/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${marketer?.token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    const work = async (): Promise<unknown> => {
      const answered = await answer(request, '198.18.0.1');
      const said: unknown = await answered.json();
      if (!answered.ok) throw new Error(`${title}: ${answered.status} ${JSON.stringify(said)}`);
      return said;
    };
    return timed(title, work, body?.length);
  }
  const ask = (title: string, what: string, body: object) =>
    call(title, `staff/release/${what}`, JSON.stringify(body));

  type Given = z.output<typeof GivenCatalogue>;
  async function read(what: string, file: string): Promise<Given> {
    const { given, mistakes } = CatalogueReading.parse(
      await call(`${what}: read`, 'staff-files/catalogue-read?name=a.csv', file),
    );
    if (!given) throw new Error(JSON.stringify(mistakes));
    return given;
  }
  /** Saves the content of a file as a draft, as the studio does. */
  async function keep(what: string, catalogue: Given): Promise<string> {
    const release = randomUUID();
    const options = ReleaseOptions.parse({});
    const file = { title: what, source: 'a.csv', changes: { catalogue }, options };
    await ask(`${what}: keep`, 'save', { release, ...file, version: 0 });
    return release;
  }
  async function seenOf(what: string, release: string): Promise<string> {
    const seen = await ask(`${what}: preview`, 'preview', { release });
    return ReleasePreview.parse(seen).fingerprint;
  }

  console.log(`${products} products in ${products * colours.length} colours`);
  const given = await read('new', sheet());
  const added = await keep('new', given);
  const at = new Date(Math.ceil(Date.now() / 60_000 + 1) * 60_000 + 3_600_000).toISOString();
  const first = await seenOf('new', added);
  await ask('new: schedule', 'schedule', { release: added, at, fingerprint: first });
  await ask('new: take back', 'unschedule', { release: added });
  await ask('new: publish', 'publish', { release: added, fingerprint: first });

  const exported = ExportedFile.parse(
    await call('export', 'staff-files/catalogue-export?format=csv'),
  );
  const text = Buffer.from(exported.base64, 'base64').toString().replaceAll('£45.00', '£46.00');
  const repriced = await keep('repriced', await read('repriced', text));
  const second = await seenOf('repriced', repriced);
  await ask('repriced: publish', 'publish', { release: repriced, fingerprint: second });
  const undone = await ask('repriced: preview undo', 'preview-undo', { release: repriced });
  const { fingerprint } = ReleasePreview.parse(undone);
  await ask('repriced: undo', 'undo', { release: repriced, undo: randomUUID(), fingerprint });

  const others = JSON.stringify(given).replaceAll('made-up', 'dropped');
  const drop = await keep('drop', GivenCatalogue.parse(JSON.parse(others)));
  const third = await seenOf('drop', drop);
  await ask('drop: schedule', 'schedule', { release: drop, at, fingerprint: third });
  await sql`update releases set scheduled_for = now() where id = ${drop}`;
  await sql`update products set visible_from = now() where comes_with = ${drop}`;
  const [due] = await timed('drop: at its minute', publishDueReleases);
  if (due?.failure !== null) throw new Error(`Not published: ${due?.failure}`);
  console.log(`\n${textTable(rows)}`);
} finally {
  await sql.end();
  await stack.close();
}
