import type { Page } from 'playwright/test';
import { expect } from './shop-test.ts';

/**
 * Expects print to show papers alone: nothing else of the page, and no colour behind them.
 * @param sizes Width and height of each sheet, in points: 72 to an inch.
 */
export async function expectOnlyPaper(page: Page, sizes: string[]): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const screen = page.getByRole('button').or(page.getByRole('combobox')).or(page.getByRole('link'));
  await expect(screen.filter({ visible: true })).toHaveCount(0);
  const strays = await page.evaluate(() => {
    const papers = [...document.querySelectorAll('article')];
    const isStray = (text: Text) => {
      const holder = text.parentElement;
      return (
        text.data.trim() !== '' &&
        holder?.checkVisibility() === true &&
        !papers.some((paper) => paper.contains(holder))
      );
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      if (walker.currentNode instanceof Text && isStray(walker.currentNode)) {
        found.push(walker.currentNode.data);
      }
    }
    return found;
  });
  expect(strays).toEqual([]);
  const backgrounds = await page.evaluate(() =>
    [document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor),
  );
  for (const colour of backgrounds) {
    expect(['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)']).toContain(colour);
  }
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sheets = [...printed.matchAll(/\/MediaBox\s*\[0 0 ([\d. ]+)\]/g)].map(([, size]) => size);
  expect(sheets).toEqual(sizes);
  await page.emulateMedia({ media: null });
}
