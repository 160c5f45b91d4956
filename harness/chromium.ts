import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, type LaunchOptions } from 'playwright';
import { memoryHasRoom } from '#local/memory-folder.ts';

/** Options with which `chromium.launch` starts a browser on this machine. */
export type BrowserLaunch = Pick<
  LaunchOptions,
  'executablePath' | 'args' | 'ignoreDefaultArgs' | 'env'
>;

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium cannot sandbox itself as root, and must not phone home from a test. */
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** By default Playwright puts Chromium's shared memory on disk, because /dev/shm is small in containers. */
const shared = memoryHasRoom() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {};

function ownEnvironment(more: Record<string, string>): Record<string, string> {
  const present = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(present), ...more };
}

/**
 * The Chromium in the npm package @sparticuz/chromium, with the libraries and a font that a bare machine
 * lacks. Unpacked once, into the package's folder, and renamed into place when complete.
 */
async function packagedBrowser(): Promise<BrowserLaunch> {
  const packageFile = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packed = path.join(path.dirname(packageFile), '..', 'bin');
  const folder = path.join(packed, '../unpacked');
  if (!existsSync(folder)) {
    const { inflate } = await import('@sparticuz/chromium');
    const unfinished = `${folder}.${process.pid}`;
    await mkdir(unfinished, { recursive: true });
    const usual = process.env['TMPDIR'];
    process.env['TMPDIR'] = unfinished;
    try {
      for (const archive of ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']) {
        await inflate(path.join(packed, archive));
      }
    } finally {
      if (usual === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = usual;
    }
    // The package's own font configuration names folders that do not exist here.
    const fonts = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`;
    await writeFile(path.join(unfinished, 'fonts.conf'), fonts);
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  }
  return {
    executablePath: path.join(folder, 'chromium'),
    args: [...args, '--no-sandbox'],
    ...shared,
    env: ownEnvironment({
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    }),
  };
}

async function starts(launch: BrowserLaunch): Promise<boolean> {
  try {
    await (await chromium.launch(launch)).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Browsers to try, in order. The same one comes first everywhere, because another may be many times slower or
 * skip tests.
 */
async function* candidates(): AsyncGenerator<BrowserLaunch> {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked) {
    yield { executablePath: asked, args, ...shared };
    return;
  }
  yield await packagedBrowser();
  // The packaged browser supports only Linux on x64.
  for (const executablePath of [chromium.executablePath(), ...systemBrowsers])
    if (existsSync(executablePath)) yield { executablePath, args, ...shared };
}

/**
 * Finds a Chromium that starts on this machine: the one at CHROMIUM_PATH, otherwise the packaged one,
 * Playwright's own or the system's.
 * @throws Error with instructions when none starts.
 */
export async function findChromium(): Promise<BrowserLaunch> {
  for await (const launch of candidates()) if (await starts(launch)) return launch;
  const asked = process.env['CHROMIUM_PATH'];
  throw new Error(
    asked
      ? `CHROMIUM_PATH names a browser that does not start: ${asked}`
      : 'No Chromium starts on this machine. Install one, e.g. with "apt-get install chromium".',
  );
}
