import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * The build cache (`cacheDir` in astro.config.mjs): the catalogue as last read, product pages and
 * social preview pictures. Entries are keyed by their inputs, so a stale folder only costs time.
 */
const kept = '.astro/cache';

const sharePictures = path.join(kept, 'share');

/** Pictures that no page uses any more would otherwise accumulate. @param {string} site */
function forgetUnused(site) {
  if (!existsSync(sharePictures)) return;
  const shown = path.join(site, 'share');
  for (const name of readdirSync(sharePictures)) {
    if (!existsSync(path.join(shown, name))) rmSync(path.join(sharePictures, name));
  }
}

/**
 * @typedef {{ cache: Record<'restore' | 'save', (folder: string) => Promise<boolean>> }} Utils
 * @see https://docs.netlify.com/extend/develop-and-share/develop-build-plugins/#cache
 */

/** @param {{ utils: Utils }} build */
export async function onPreBuild({ utils }) {
  const found = await utils.cache.restore(kept);
  console.log(found ? 'Restored the build cache.' : 'There is no build cache yet.');
}

/** @param {{ utils: Utils, constants: { PUBLISH_DIR: string } }} build */
export async function onPostBuild({ utils, constants }) {
  forgetUnused(constants.PUBLISH_DIR);
  await utils.cache.save(kept);
}
