import type { Page } from 'playwright/test';
import { z } from 'zod';

const Shift = z.object({
  value: z.number(),
  /** Milliseconds since the navigation. */
  time: z.number(),
  /** The elements that moved, each with its previous and its new place. */
  moved: z.array(z.string()),
});

/** A change of the layout that the shopper did not cause. */
export type Shift = z.infer<typeof Shift>;

/** Records layout shifts, in the page before its own scripts. */
function noteShifts(): void {
  const seen: Shift[] = [];
  Object.assign(window, { seenShifts: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('value' in entry && 'hadRecentInput' in entry && 'sources' in entry)) continue;
      if (entry.hadRecentInput) continue;
      const sources = Array.isArray(entry.sources) ? entry.sources : [];
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = `${element?.tagName} ${element?.getAttribute('class') ?? ''}`.slice(0, 60);
        const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(),
        );
        return `${name} ${from} → ${to}`;
      });
      seen.push({ value: Number(entry.value), time: Math.round(entry.startTime), moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Records the page's layout shifts from its next document on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(noteShifts);
}

/** The shifts recorded in the current document, in order. */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  return z.array(Shift).parse(await page.evaluate(() => Reflect.get(window, 'seenShifts')));
}
