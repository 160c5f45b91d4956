import { beforeAll, describe, expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';
import { writeMail } from '#server/mail/write-mail.ts';
import { owedMails } from '../support/owed-mails.ts';

const shop = 'https://shop.example';

beforeAll(() => {
  const unused = 'http://127.0.0.1:9';
  for (const [name, value] of Object.entries(shopEnvironment(unused, unused))) {
    vi.stubEnv(name, value);
  }
});

/** The e-mail written for a sample, with a part of its content changed. */
function written(about: string, changed: object = {}) {
  const sample = owedMails.find((one) => one.about === about);
  if (!sample) throw new Error(`There is no sample “${about}”.`);
  const { mail } = sample;
  return writeMail({ ...mail, content: { ...mail.content, ...changed } }, shop);
}

/** Visible text of an e-mail's HTML. */
function seenIn(html: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html
    .replaceAll(/<head>.*?<\/head>|<div style="display:none.*?<\/div><\/div>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\s+/g, ' ');
}

describe.each(owedMails)('the e-mail “$about”', ({ mail }) => {
  test('has the same content in text and HTML', () => {
    const { text, html, subject } = writeMail(mail, shop);
    const seen = seenIn(html);
    const words = text
      .split('\n')
      .flatMap((line) => line.split(/: |, |^- /))
      .map((part) =>
        part
          .replace(/^- |:$/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
      .filter((part) => part !== '' && !part.startsWith('https://'));
    expect(words.filter((part) => !seen.includes(part))).toEqual([]);
    const links = [...text.matchAll(/: (https:\S+)$/gm)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(html).toContain(`href="${link?.replaceAll('&', '&amp;')}"`);
    expect(`${subject}${text}`).not.toMatch(/undefined|null|NaN|Invalid|[{}]/);
  });

  test('is identical each time, so that the provider recognises a retry', () => {
    expect(writeMail(mail, shop)).toEqual(writeMail(mail, shop));
  });

  test('escapes names and texts', () => {
    const hostile = '<img src=x onerror="alert(1)">{{text}}&amp;';
    const tampered = JSON.parse(
      JSON.stringify(mail)
        .replaceAll('Long Scarf', JSON.stringify(hostile).slice(1, -1))
        .replaceAll('Too long for me.', JSON.stringify(hostile).slice(1, -1))
        .replaceAll('Boss Beanie', JSON.stringify(hostile).slice(1, -1))
        .replaceAll('Ada Lovelace', JSON.stringify(hostile).slice(1, -1))
        .replaceAll('The courier', JSON.stringify(hostile).slice(1, -1)),
    ) as typeof mail;
    const { text, html } = writeMail(tampered, shop);
    expect(html).not.toContain('<img src=x');
    expect(html).not.toMatch(/ onerror="/);
    expect(seenIn(html).includes(hostile)).toBe(text.includes(hostile));
  });
});

test('a shopper’s e-mail leads to the order without a login, and to the withdrawal while it is possible', () => {
  const { text } = written('dispatched in part');
  expect(text).toMatch(/^See your order: https:\/\/shop\.example\/order#token=3f2504e0-\S+$/m);
  expect(text).toContain('Withdraw from contract here: https://shop.example/withdraw');
  expect(written('refunded', { may_withdraw: false }).text).not.toContain('Withdraw');
});

test('a dispatch e-mail lists the parcel’s content, arrival, tracking link and later parcels', () => {
  const { subject, text } = written('dispatched in part');
  expect(subject).toBe('Part of order 1042 is on its way');
  expect(text).toContain('Arrives 27–30 November.');
  expect(text).toContain('Royal Mail: AB123456785GB');
  expect(text).toContain('Track the parcel: https://www.royalmail.com/track-your-item#');
  expect(text).toContain('In this parcel:\n- 2 × Boss Beanie, Rust');
  expect(text).toContain('Still to come:\n- 1 × Long Scarf, Ink');
  const abroad = written('dispatched, untracked and abroad').text;
  expect(abroad).toContain('Expected 27–30 November.');
  expect(abroad).toMatch(/^Duties and taxes are not included.+£1\.00 duty/m);
  expect(abroad).not.toContain('Track the parcel');
  // Royal Mail charges them to the sender.
  expect(written('dispatched to the United States').text).toContain(
    'nothing is due when it arrives',
  );
});

test('an e-mail about a parcel of several orders names each, with its goods and links', () => {
  const { subject, text } = written('dispatched with another order');
  expect(subject).toBe('Orders 1042 and 1057 are on their way');
  expect(text).toContain('order 1042 of 21 November 2026 and order 1057 of 22 November 2026');
  expect(text).toContain('In this parcel, order 1057:\n- 1 × Long Scarf, Ink');
  expect(text).toMatch(
    /^See your order: order 1057: https:\/\/shop\.example\/order#token=\S+2\.\S+$/m,
  );
  expect(text).toMatch(/^Withdraw from contract here: order 1057: https/m);
  expect(written('arrived with another order').subject).toBe('Orders 1042 and 1057 have arrived');
  expect(written('taken back with another order').subject).toBe(
    'Correction: orders 1042 and 1057 have not left yet',
  );
});

test('a delivery e-mail states the deadlines for return and withdrawal', () => {
  const { text } = written('delivered');
  expect(text).toContain('Within 30 days, until Sunday 27 December,');
  expect(text).toContain('Within 14 days, until Friday 11 December,');
  expect(written('delivered in part').text).toContain('counted from when the last parcel arrives');
});

test('a withdrawal receipt states what was declared, by whom and when', () => {
  for (const about of ['withdrawn before it left', 'withdrawn after delivery']) {
    const { subject, text } = written(about);
    expect(subject).toBe('Receipt of your withdrawal from order 1042');
    expect(text).toMatch(/On \d+ November 2026 at \d\d:\d\d, UK time, we received/);
    expect(text).toContain('declaration of Ada Lovelace (ada@example.com): “I withdraw');
    expect(text).toContain('- 1 × Long Scarf, Ink');
  }
});

test('a withdrawal by order number can be undone from its receipt', () => {
  const { text } = written('withdrawn by number and address');
  expect(text).toContain('declaration of Ada Lovelace (ada@example.com): “I withdraw');
  expect(text).toMatch(/That was not me: https:\/\/shop\.example\/order#token=/);
  expect(text).toContain('We cancel it after 22 November 2026 at 14:33, UK time');
});

test('a refund e-mail states the amount, its parts and its arrival', () => {
  const { text } = written('refunded');
  expect(text).toContain(
    'We are sending back £54.65 for order 1042 of 21 November 2026, for what you',
  );
  for (const part of ['Goods: £45.00', 'Tax: £2.70', 'Delivery: £4.95', 'Goodwill: £2.00']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('by Monday 7 December');
  // A bank may still return it.
  expect(text).not.toContain('have refunded');
  expect(written('refunded, waiting for the shopper').text).not.toContain('by Monday 7 December');
});

test('a refund e-mail names the gift cards that got some of it', () => {
  const back = '£20.00 is back on your gift card ending 9WTA.';
  const { text } = written('refunded to a gift card in part');
  expect(text).toContain(back);
  expect(text).toContain('£34.65 goes back to the card or account you paid with');
  const { text: credit } = written('refunded as store credit');
  expect(credit).toContain('We have refunded £54.65');
  for (const part of [back, '£34.65 is store credit.']) expect(credit).toContain(part);
  expect(credit).not.toContain('card or account');
});

test('a refund e-mail names a deduction for use, with its reason', () => {
  const { text } = written('refunded, less a deduction');
  expect(text).toContain('- Goodwill: £2.00\n- Deducted for use: -£12.50\n- Total: £42.15');
  expect(text).toContain('Why we deduct: The soles are worn <down>.');
});

test('a refund of inclusive prices states the tax in it', () => {
  const { text } = written('refunded, of final prices');
  expect(text).toContain('- Goods: £45.00\n- Delivery: £9.00\n- Total: £54.00');
  expect(text).toContain('The refund includes £9.00 tax (20%).');
  // The purpose of a refund at the dashboard is unknown, but it is still part of the order's price.
  const { text: atDashboard } = written('refunded at the dashboard, of final prices');
  expect(atDashboard).toContain('The refund includes £9.11 tax (20%).');
  for (const about of ['refunded', 'refunded at the dashboard']) {
    expect(written(about).text).not.toContain('The refund includes');
  }
});

test('a return e-mail states the code, the address, the deadline and who pays', () => {
  const { text, html } = written('return asked for');
  expect(text).toContain('Write on the parcel: R-7K3M9QX2');
  expect(text).toContain('Send it to: Minicia Returns, 1 Example Street');
  expect(html).toContain('Minicia Returns<br>1 Example Street');
  expect(text).toContain('By: Monday 14 December');
  expect(text).toContain('You pay for sending it back');
  expect(written('return of a fault').text).toContain('Sending it back costs you nothing');
  expect(written('return refused').text).toContain('Why: It has been worn and washed.');
});

test('a return that staff noted quotes nobody', () => {
  expect(written('return asked for').text).toContain('What you wrote: “Too long');
  const { text } = written('return that staff noted');
  expect(text).toContain('What we noted: “Too long');
  expect(text).not.toContain('What you wrote');
});

test('a return refunded earlier promises no second refund', () => {
  const { text } = written('return received, refunded before');
  expect(text).toContain('The refund of £47.70 for this was arranged already');
  expect(text).not.toMatch(/refund you by|write again/);
  expect(written('return received').text).toMatch(/refund you by.*write again/s);
  expect(written('return received, refunded in part before').text).toMatch(
    /refund you by .*\. You were refunded £5\.00 before\./,
  );
});

test('corrected tracking details say that they replace earlier ones', () => {
  const { subject, text } = written('dispatched, corrected');
  expect(subject).toBe('New tracking details for order 1042');
  expect(text).toContain('instead of the ones in our last e-mail');
});

test('staff get new orders without amounts, and managers get disputes with their deadline', () => {
  const many = written('many new orders');
  expect(many).toMatchObject({
    to: ['max@example.com', 'pat@example.com'],
    subject: '53 new orders',
  });
  expect(many.text).toContain('And 3 more.');
  expect(many.text).not.toContain('£');
  expect(written('a new order').text).toContain('https://shop.example/studio?order=1042');
  const dispute = written('a dispute').text;
  expect(dispute).toContain('Answer by: 1 December 2026 at 23:59, UK time');
  expect(dispute).toContain('Amount: £139.95');
});

test('an order of many lines is listed completely', () => {
  const items = Array.from({ length: 100 }, (_, line) => ({
    product_name: `Hat ${line} ${'with a long name '.repeat(10)}`,
    color_name: 'Ink',
    quantity: 999,
    image: '/catalogue/hat/ink-1.jpg',
  }));
  const { text, html } = written('dispatched in part', { items });
  for (const content of [text, html]) {
    expect(content).toContain('999 × Hat 0 ');
    expect(content).toContain('999 × Hat 99 ');
  }
  // Gmail clips messages over 102 kB.
  expect(html.length).toBeLessThan(102_000);
});
