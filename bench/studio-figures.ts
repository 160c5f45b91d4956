import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterFrame } from './after-frame.ts';
import { desk } from './conditions.ts';
import { figureCell } from './figure-cell.ts';
import { studioLimits } from './limits.ts';
import { median } from './median.ts';
import { textTable } from './text-table.ts';

/** Medians of the time from a press in the studio to its result painted, in milliseconds. */
export interface StudioFigures {
  name: string;
  shown: number;
  /** Share of the search's debounce delay. */
  pause: number | undefined;
}

/** A member of staff. */
export interface StaffLogin {
  id: string;
  token: string;
}

interface Press {
  shown: number;
  /** Time from the press to its first API call; undefined if the result was shown without one. */
  asked: number | undefined;
}

declare global {
  interface Window {
    /** Times of the latest press. */
    studioPress: Promise<Press>;
    /** Starts watching for a change of the content on screen. */
    watchStudio: (begins: 'pointerdown' | 'keydown' | 'change' | 'now') => void;
  }
}

/**
 * Content counts once it is complete and current: new rows, or an order. A press starts at the browser's
 * event timestamp and ends after the frame that shows all of the content.
 */
const watch = `${afterFrame}
  const shownNow = () => {
    if (document.querySelector('[data-stale]')) return '';
    const parts = document.querySelectorAll('main h1, .studio-total, [data-order-link], .order-status');
    const body = document.querySelector('[data-order-row], .order-columns, .studio-empty');
    return body ? [...parts].map((part) => part.textContent).join('|') : '';
  };
  window.watchStudio = (begins) => {
    const before = shownNow();
    let began = begins === 'now' ? performance.now() : undefined;
    let asked;
    performance.clearResourceTimings();
    if (begins !== 'now') {
      addEventListener(begins, ({ timeStamp }) => { began ??= timeStamp; }, { capture: true, once: true });
    }
    window.studioPress = new Promise((resolve) => {
      const watcher = new MutationObserver(() => {
        const now = shownNow();
        if (began === undefined || now === '' || now === before) return;
        watcher.disconnect();
        afterFrame(() => {
          const end = performance.now();
          const calls = performance.getEntriesByType('resource')
            .filter(({ name, startTime }) => name.includes('/api/staff/order') && startTime >= began);
          resolve({ shown: end - began, asked: calls.length > 0 ? calls[0].startTime - began : undefined });
        });
      });
      watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  };`;

/** Pauses between presses, and time a mouse hovers before a press, in milliseconds. */
const lookMs = 700;
const restMs = 90;

const list = (name: string) => `.studio-nav a:has-text("${name}")`;
const orderLink = (place: number) => `[data-order-row] >> nth=${place} >> [data-order-link]`;
const nextPage = '.studio-pages a:has-text("Next page")';

async function pressed(page: Page): Promise<Press> {
  const press = await page.evaluate(() => window.studioPress);
  await setTimeout(lookMs);
  return press;
}

/** Presses with the mouse, after it has rested there for a moment. */
async function click(page: Page, selector: string, rest = restMs): Promise<Press> {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${selector} is not on screen.`);
  await page.evaluate(() => window.watchStudio('pointerdown'));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  if (rest > 0) await setTimeout(rest);
  await page.mouse.down();
  await page.mouse.up();
  return pressed(page);
}

async function back(page: Page): Promise<Press> {
  await page.evaluate(() => {
    window.watchStudio('now');
    history.back();
  });
  return pressed(page);
}

async function key(page: Page, name: string): Promise<Press> {
  await page.evaluate(() => window.watchStudio('keydown'));
  await page.keyboard.press(name);
  return pressed(page);
}

/**
 * Chooses from a select.
 * @param look time spent reading the options, in milliseconds; 0 changes the value without opening the
 *   select.
 */
async function choose(page: Page, label: string, option: string, look = 0): Promise<Press> {
  const select = page.getByRole('combobox', { name: label, exact: true });
  if (look > 0) {
    await select.dispatchEvent('pointerdown');
    await setTimeout(look);
  }
  await page.evaluate(() => window.watchStudio('change'));
  await select.selectOption(option);
  return pressed(page);
}

/** One visit to the studio: its presses, by name. */
async function visit(page: Page, origin: string): Promise<Record<string, Press>> {
  await page.goto(`${origin}/studio`);
  await page.locator('[data-order-row]').first().waitFor();
  await setTimeout(lookMs);
  const presses: Record<string, Press> = {};
  presses['a list, for the first time'] = await click(page, list('Returns'));
  presses['a list, at once'] = await click(page, list('All orders'), 0);
  presses['a list that was open before'] = await click(page, list('To send'));
  presses['next page'] = await click(page, nextPage);
  presses['back to the first page'] = await back(page);
  presses['an order'] = await click(page, orderLink(3));
  presses['back from an order'] = await back(page);
  presses['an order, at once'] = await click(page, orderLink(5), 0);
  await back(page);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  presses['an order, by the keys j and Enter'] = await key(page, 'Enter');
  await back(page);
  presses['a filter'] = await choose(page, 'Delivery', 'Express', lookMs);
  presses['a filter taken back'] = await back(page);
  await page.goto(`${origin}/studio?list=all`);
  await page.locator('[data-order-row]').first().waitFor();
  presses['next page of all orders, at once'] = await click(page, nextPage, 0);
  presses['a filter of all orders, at once'] = await choose(page, 'Note', 'With a note');
  presses['a filter of all orders'] = await choose(page, 'Goods', 'Delivered', lookMs);
  await page.goto(`${origin}/studio?list=all`);
  await page.locator('[data-order-row]').first().waitFor();
  await page.getByRole('searchbox').pressSequentially('smit', { delay: 60 });
  presses['search, the last letter'] = await key(page, 'h');
  return presses;
}

/**
 * Measures the time from press to paint in the built studio, on an unthrottled desk, and prints it with its
 * limit.
 */
export async function benchStudio(
  browser: Browser,
  origin: string,
  { id, token }: StaffLogin,
  runs: number,
): Promise<StudioFigures[]> {
  const root = JSON.stringify({ products: [], cart: [], token: { id, access: token } });
  const visits: Record<string, Press>[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ viewport: desk.viewport, locale: 'en-GB' });
    await context.addInitScript(`localStorage.setItem('root', ${JSON.stringify(root)});${watch}`);
    visits.push(await visit(await context.newPage(), origin));
    await context.close();
  }
  const figures = Object.keys(visits[0] ?? {}).map((name) => {
    const presses = visits.flatMap((made) => made[name] ?? []);
    const shown = Math.round(median(presses.map((press) => press.shown)));
    const pauses = presses.flatMap(({ asked }) => asked ?? []);
    const pause = name.startsWith('search') ? Math.round(median(pauses)) : undefined;
    return { name, shown, pause };
  });
  console.log(
    `\n${textTable([
      ['', 'press to painted, ms', 'debounce before it, ms'],
      ...figures.map(({ name, shown, pause }) => [
        name,
        figureCell(shown - (pause ?? 0), studioLimits.shown),
        pause === undefined ? '–' : String(pause),
      ]),
    ])}`,
  );
  return figures;
}
