import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { batchSpacingMs } from '#server/mail/send-batch.ts';
import { costDoc, writtenCostDoc } from './cost-doc.ts';
import { creditsIn, netlifyBill, resendBill } from './cost-table.ts';
import { prices } from './prices.ts';

/** Text without the widths of tables, which the formatter chooses. */
function unpadded(text: string): string {
  return text.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '--');
}

describe('the cost of the shop', () => {
  test('is in docs/cost.md as counts and prices give it', () => {
    const [written, read] = [unpadded(writtenCostDoc()), unpadded(readFileSync(costDoc, 'utf8'))];
    expect(read === written, 'run npm run cost').toBe(true);
  });

  test.each([
    [300, { plan: 'Free', dollars: 0 }],
    [301, { plan: 'Personal', dollars: 9 }],
    [1001, { plan: 'Personal + $10', dollars: 19 }],
    [2501, { plan: 'Pro', dollars: 20 }],
    [3001, { plan: 'Personal + $20', dollars: 29 }],
  ])('%i credits are cheapest on the plan %j', (credits, bill) => {
    expect(netlifyBill(credits)).toEqual(bill);
  });
});

describe('defaults keep a shop of ten orders a day within the cheapest plans', () => {
  test('builds for stock are as rare as Netlify’s Personal plan needs', () => {
    expect(creditsIn(10)).toBeLessThanOrEqual(1000);
    // Hourly builds would cost more than Pro.
    expect(creditsIn(10, 60)).toBeGreaterThan(3000);
  });

  test('mailings stay below Resend’s calls per second', () => {
    expect(1000 / batchSpacingMs).toBeLessThan(prices.resend.callsPerSecond);
    expect(resendBill(10).dollars).toBe(0);
  });
});
