import type { BrowserLaunch } from '#harness/chromium.ts';
import { type DeviceName, devices } from './conditions.ts';
import type { ShownTimes } from './frame-reports.ts';
import { inTurns } from './in-turns.ts';
import { medianOf } from './median.ts';
import type { Shop, WalkName } from './shop.ts';
import { takeWalk } from './walk.ts';

/** Medians of a walk, and every run. */
export interface MeasuredWalk {
  figures: ShownTimes;
  walks: ShownTimes[];
}

/** Takes a walk in each shop `runs` times, after a first one that fills the CDN's cache of scaled pictures. */
export async function measureWalk(
  launch: BrowserLaunch,
  device: DeviceName,
  shops: readonly Shop[],
  to: WalkName,
  runs: number,
): Promise<MeasuredWalk[]> {
  const walk = (shop: Shop) => takeWalk(launch, devices[device], shop, to);
  await inTurns(shops, 1, walk);
  const taken = await inTurns(shops, runs, walk);
  return taken.map((walks) => ({
    walks,
    figures: {
      content: medianOf(walks, ({ content }) => content),
      picture: medianOf(walks, ({ picture }) => picture),
      sharp: medianOf(walks, ({ sharp }) => sharp),
      back: medianOf(walks, ({ back }) => back),
    },
  }));
}
