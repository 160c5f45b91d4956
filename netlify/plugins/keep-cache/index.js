import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * What Astro and the shop remember from build to build (`cacheDir` in astro.config.mjs): the public
 * catalogue as it was read, products' pages and the pictures of shared links. Each is used only where
 * it would come out the same, so a folder of an older version costs time and nothing else.
 */
const kept = '.astro/cache';

const sharePictures = path.join(kept, 'share');

/** Pictures that no page of this build shows would otherwise gather for ever. @param {string} site */
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
  console.log(found ? 'The build goes on from an earlier one.' : 'No earlier build is remembered.');
}

/** @param {{ utils: Utils, constants: { PUBLISH_DIR: string } }} build */
export async function onPostBuild({ utils, constants }) {
  forgetUnused(constants.PUBLISH_DIR);
  await utils.cache.save(kept);
}
