import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where the Netlify CLI looks for the newest version before it downloads. */
const RELEASES = 'https://dl.deno.land/release-latest.txt';
const patienceMilliseconds = 5000;

function isInstalled(): boolean {
  try {
    execFileSync('deno', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Whether the Netlify CLI has downloaded it before: the folders of its settings, by platform. */
function isDownloaded(): boolean {
  const { XDG_CONFIG_HOME = path.join(os.homedir(), '.config'), APPDATA = '' } = process.env;
  return [
    path.join(XDG_CONFIG_HOME, 'netlify'),
    path.join(os.homedir(), 'Library/Preferences/netlify'),
    path.join(APPDATA, 'netlify/Config'),
  ].some((folder) => existsSync(path.join(folder, 'deno-cli/version.txt')));
}

async function canBeDownloaded(): Promise<boolean> {
  const signal = AbortSignal.timeout(patienceMilliseconds);
  return fetch(RELEASES, { method: 'HEAD', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Whether `netlify dev` will find Deno, which it needs for edge functions and dies without. */
export async function hasDeno({ mayDownload }: { mayDownload: boolean }): Promise<boolean> {
  return isInstalled() || isDownloaded() || (mayDownload && (await canBeDownloaded()));
}
