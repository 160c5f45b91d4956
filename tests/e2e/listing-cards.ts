import type { Locator, Page } from 'playwright/test';
import { expect } from './shop-test.ts';

/** The cards of a listing, in their order. */
export function cardsOf(page: Page): Locator {
  const button = page.getByRole('button', { name: /^(Add to Cart|Out of Stock)/ });
  return page.getByRole('main').getByRole('listitem').filter({ has: button });
}

/** Prices of the cards in pounds, once `count` cards are shown. Cards out of view change after those in view. */
export async function pricesOf(page: Page, count: number): Promise<number[]> {
  await expect(cardsOf(page)).toHaveCount(count);
  const texts = await cardsOf(page).locator('[data-card-price]').allTextContents();
  return texts.map((text) => Number(text.trim().slice(1)));
}

/** Prices of the cards in pounds, once `count` cards are shown and none is cheaper than the one before it. */
export async function risingPricesOf(page: Page, count: number): Promise<number[]> {
  let prices: number[] = [];
  await expect
    .poll(async () => {
      prices = await pricesOf(page, count);
      return prices.every((price, place) => price >= (prices[place - 1] ?? 0));
    })
    .toBe(true);
  return prices;
}
