/**
 * `npm run bench`: measures the built shop as shoppers experience it, prints every figure with its limit.
 * docs/operate.md lists the options.
 */
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { chromium } from 'playwright';
import { findChromium } from '#harness/chromium.ts';
import { scalesImages } from '#local/image-cdn.ts';
import { type BuiltShop, startBuiltShop } from './built-shop.ts';
import { desk, phone } from './conditions.ts';
import { readOptions } from './options.ts';
import { benchPages } from './pages.ts';
import { ownShop, readShop, type Shop } from './shop.ts';
import { benchStaff } from './staff-figures.ts';

function describeBuild({ build: { seconds, pages, files, kilobytes } }: BuiltShop): string {
  const perPage = ((seconds * 1000) / pages).toFixed(0);
  return (
    `Build: ${seconds.toFixed(1)} s, ${pages} pages, ${perPage} ms per page; ` +
    `dist: ${files} files, ${kilobytes} kB`
  );
}

/** @param bytes bytes per second. */
function megabits(bytes: number): number {
  return (bytes * 8) / 1e6;
}

function describeConditions(version: string, runs: number): string {
  const { viewport, network, cpuSlowdown } = phone;
  return (
    `Phone: ${viewport.width} × ${viewport.height}, ${megabits(network.downloadThroughput)}/` +
    `${megabits(network.uploadThroughput)} Mbps, ${network.latency} ms, CPU ${cpuSlowdown}x slower. ` +
    `Desk: ${desk.viewport.width} × ${desk.viewport.height}, not throttled. Medians of ${runs}. ` +
    `${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}, Chromium ${version}`
  );
}

function shopAt(origin: string, file: string | undefined): Promise<Shop> | Shop {
  return file === undefined ? ownShop(origin) : readShop(origin, file);
}

const options = readOptions(process.argv.slice(2));
if (options.part === 'staff') {
  writeFileSync(options.json, JSON.stringify(await benchStaff(options.runs), null, 2));
  process.exit();
}

const built = options.origin === undefined ? await startBuiltShop() : null;
const launch = await findChromium();
const browser = await chromium.launch(launch);
try {
  console.log(describeConditions(browser.version(), options.runs));
  if (built && !scalesImages) console.log('sharp is not installed: pictures are served unscaled.');
  if (built) console.log(describeBuild(built));
  const own = await shopAt(options.origin ?? built?.origin ?? '', options.shop);
  const others =
    options.against === undefined ? [] : [await shopAt(options.against, options.againstShop)];
  if (others.length > 0) console.log(`× is the ratio to ${options.against}, measured in turns.`);
  const pages = await benchPages({ browser, launch, shops: [own, ...others], options });
  writeFileSync(options.json, JSON.stringify({ build: built?.build, ...pages }, null, 2));
  // Only this shop has limits.
  const exceeded = options.shop === undefined ? (pages.exceeded ?? []) : [];
  for (const limit of exceeded) console.error(`Exceeded: ${limit}`);
  if (exceeded.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await built?.close();
}
