import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { ordered, showPlace, workAs } from './studio-orders.ts';

const { browser } = readE2eSettings();
/** Motion JPEG that Chromium's fake camera shows: read each time the camera is opened. */
const film = path.join(tmpdir(), `camera-${process.pid}.mjpeg`);

test.use({
  launchOptions: {
    ...browser,
    args: [
      ...(browser?.args ?? []),
      '--use-fake-device-for-media-stream',
      // Grants the permission as well.
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
});

const background = '#c8c8c8';
/** Frames in a second of the fake camera. */
const RATE = 30;

/** Holds a picture before the camera for a second of each three, in which it is out of sight as between two pieces. */
async function hold(picture: Buffer | string): Promise<void> {
  const scene = sharp({ create: { width: 1280, height: 720, channels: 3, background } });
  const held = await sharp(Buffer.from(picture))
    .resize(900, 600, { fit: 'inside', kernel: 'nearest' })
    .toBuffer();
  const [nothing, something] = await Promise.all([
    scene.clone().jpeg().toBuffer(),
    scene
      .composite([{ input: held }])
      .jpeg()
      .toBuffer(),
  ]);
  const frames = Array.from({ length: 3 * RATE }, (_, frame) =>
    frame < RATE ? something : nothing,
  );
  await writeFile(film, Buffer.concat(frames));
}

/** A printed barcode. */
async function printed(text: string, format: 'EAN13' | 'Code128'): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const file = await readFile(resolve('zxing-wasm/writer/zxing_writer.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer } });
  return (await writeBarcode(text, { format, scale: 4 })).svg;
}

/** Keeps the streams that the page opens. */
function keepStreams(): void {
  const streams: MediaStream[] = [];
  Object.assign(globalThis, { streams });
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (asked) => {
    const stream = await open(asked);
    streams.push(stream);
    return stream;
  };
}

declare const streams: MediaStream[];

/** Expects that the camera was opened so many times, and is off. */
async function expectOff(page: Page, opened: number): Promise<void> {
  const states = () =>
    page.evaluate(() =>
      streams.flatMap((one) => one.getTracks()).map(({ readyState }) => readyState),
    );
  await expect.poll(states).toEqual(Array.from({ length: opened }, () => 'ended'));
}

test.afterAll(() => rm(film, { force: true }));

test('a phone’s camera reads a slip, ticks pieces off, takes a tracking number and counts stock, and is off afterwards @phone', async ({
  page,
  sql,
  stripe,
  loggedErrors,
  baseURL: origin = '',
}) => {
  const { order, sku } = await ordered({ sql, stripe, origin });
  // Free after a failed attempt.
  await sql`update color_variants set gtin = null where gtin = '5012345678900'`;
  await sql`update color_variants set gtin = '5012345678900' where id = ${sku.variant_id}`;
  await workAs(page, sql, 'packer');
  await page.addInitScript(keepStreams);
  await page.goto(`/studio?print=slips&orders=${order}`);
  const slip = await page.getByRole('article').screenshot();
  await hold(slip);

  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/studio?list=all');
  const camera = page.getByRole('button', { name: /^Camera/ });
  const picture = page.getByLabel('Picture of the camera');
  await camera.waitFor();
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((url) => /ScanCamera|reader|wasm/.test(url))).toEqual([]);

  await test.step('a reader that cannot be fetched is explained, and fetched by the next press', async () => {
    loggedErrors.push(/wasm/, /falling back/);
    await page.route('**/*.wasm', (route) => route.abort());
    await camera.click();
    await expect(page.getByRole('alert')).toContainText('The barcode reader was not loaded');
    await expectOff(page, 1);
    await page.unroute('**/*.wasm');
  });

  await camera.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order}`);
  await expectOff(page, 2);
  expect([...new Set(fetched.map((url) => new URL(url).origin))]).toEqual([origin]);

  await hold(await printed('5012345678900', 'EAN13'));
  const check = page.getByRole('region', { name: 'Check the parcel' });
  await camera.click();
  await expect(check.getByRole('status')).toHaveText('A hat, Ink: 1 of 2.');
  await expectAccessible(page, { oneWidth: true });
  await expect(check.getByRole('status')).toHaveText(
    'A hat, Ink: 2 of 2. Everything is in the parcel.',
  );
  const dispatch = check.getByRole('button', { name: 'Dispatch the parcel' });
  await expect(dispatch).toBeInViewport({ ratio: 1 });
  await camera.click();
  await expectOff(page, 3);

  const label = await printed('CD123456785GB', 'Code128');
  await hold(label);
  await dispatch.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Camera/ }).click();
  await expect(dialog.getByLabel('Tracking number')).toHaveValue('CD123456785GB');
  await expect(picture).toHaveCount(0);
  await expectOff(page, 4);
  // A slip's code belongs to no carrier.
  await hold(slip);
  await dialog.getByRole('button', { name: /^Camera/ }).click();
  await expect(picture).toBeVisible();
  await page.keyboard.press('Escape');
  await expectOff(page, 5);

  await test.step('an order’s parcel among others takes the number as well', async () => {
    await hold(label);
    await showPlace(page, `/studio?list=to_send&q=${order}`);
    await page.getByRole('checkbox', { name: String(order) }).check();
    await page.getByRole('button', { name: 'Dispatch' }).click();
    await dialog.getByRole('button', { name: /^Camera/ }).click();
    await expect(dialog.getByLabel(`Tracking number of order ${order}`)).toHaveValue(
      'CD123456785GB',
    );
    await expectOff(page, 6);
    await page.keyboard.press('Escape');
  });

  await hold(await printed('5012345678900', 'EAN13'));
  await showPlace(page, '/studio?stock=count');
  await camera.click();
  await expect(page.getByLabel('Counted units of A hat, Ink')).toHaveValue('1');

  await test.step('a hidden page, a refusal, no camera and a busy one are explained', async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'hidden');
    });
    await expect(page.getByRole('alert')).toHaveText(
      'The camera closed when you left the page. Open it again.',
    );
    await expectOff(page, 7);
    for (const [name, text] of [
      ['NotAllowedError', 'Allow it for this site'],
      ['NotFoundError', 'This device has no camera'],
      ['NotReadableError', 'The camera is in use'],
    ] as const) {
      await page.evaluate((refusal) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', refusal));
      }, name);
      await camera.click();
      await expect(page.getByRole('alert')).toContainText(text);
      await expect(picture).toHaveCount(0);
    }
  });
});
