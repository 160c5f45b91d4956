import { describe, expect, test } from 'vitest';
import { pence } from '#domain/money/money.ts';
import { everybody } from '#domain/contracts/mailing-draft.ts';
import type { MailingContent } from '#domain/contracts/mailing-content.ts';
import { blocksOf, plainTextOf } from './mail-text.ts';
import { mailingWriter } from './mailing-mail.ts';

const shop = 'https://shop.example';
const storage = 'https://shop.supabase.co/storage/v1/object/public';

describe('a text in Markdown', () => {
  test('has paragraphs with their line breaks, headings, lists, bold, italic and links', () => {
    const text =
      '## New in\n\nFirst **bold** and *soft* line\nsecond, [see](/all-products) or <https://example.com/a>\n\n- one\n- **two**\n\n3. three';
    expect(blocksOf(text, shop)).toEqual([
      { kind: 'heading', text: 'New in' },
      {
        kind: 'paragraph',
        runs: [
          { look: 'plain', text: 'First ' },
          { look: 'strong', text: 'bold' },
          { look: 'plain', text: ' and ' },
          { look: 'em', text: 'soft' },
          { look: 'plain', text: ' line\nsecond, ' },
          { look: 'link', text: 'see', href: `${shop}/all-products` },
          { look: 'plain', text: ' or ' },
          { look: 'link', text: 'https://example.com/a', href: 'https://example.com/a' },
        ],
      },
      {
        kind: 'bullets',
        items: [[{ look: 'plain', text: 'one' }], [{ look: 'strong', text: 'two' }]],
      },
      { kind: 'numbers', items: [[{ look: 'plain', text: 'three' }]] },
    ]);
    expect(plainTextOf(blocksOf(text, shop))).toContain(`see (${shop}/all-products)`);
  });

  test.each([
    '<script>alert(1)</script>',
    'a <b>tag</b> & "quotes"',
    '[press](javascript:alert(1))',
    '[press](http://plain.example)',
    '[press](//other.example)',
    '![picture](https://example.com/a.png)',
    '`code`',
    '> quoted',
    '| a |\n| - |\n| b |',
  ])('%s is no more than text', (text) => {
    const blocks = blocksOf(text, shop);
    const kinds = blocks.flatMap((block) =>
      block.kind === 'paragraph' ? block.runs.map(({ look }) => look) : [block.kind],
    );
    expect(new Set(kinds)).toEqual(new Set(['plain']));
    expect(plainTextOf(blocks)).toBe(text);
  });
});

const productsAt = (tax_basis_points: number) =>
  [1, 2, 3].map((id) => ({
    id,
    name: `Hat ${id}`,
    price_pence: pence(1050 * id),
    tax_basis_points,
    picture: id === 3 ? null : `${id === 2 ? storage : ''}/catalogue/hat-${id}.webp`,
  }));

describe('an e-mail of a mailing', () => {
  const content: MailingContent = {
    subject: 'The drop is open',
    preheader: 'Forty hats & no more',
    heading: 'Here they are.',
    text: '<img src=x onerror=alert(1)> **Now**',
    picture: '/catalogue/front/front-1.jpg',
    pictureAlt: 'Hats',
    buttonLabel: 'See them',
    buttonHref: '/all-products',
    products: [1, 2, 3],
    segment: everybody,
  };
  const mail = mailingWriter(content, productsAt(600), shop)('ada@example.com', 'the.token');

  test('has everything in full addresses, and nothing that was typed as markup', () => {
    expect(mail).toMatchObject({ to: ['ada@example.com'], subject: 'The drop is open' });
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail.html).toContain('<strong>Now</strong>');
    expect(mail.html).toContain('Forty hats &amp; no more');
    const marks = 'utm_source=newsletter&amp;utm_campaign=the+drop+is+open';
    expect(mail.html).toContain(`href="${shop}/product-details/2?${marks}"`);
    expect(mail.html).toContain(`href="${shop}/all-products?${marks}"`);
    expect(mail.html).toContain('£31.50');
    expect(mail.html).not.toContain('{{');
    // With the wordmark.
    expect(mail.html.match(/<img /g)).toHaveLength(4);
    const addresses = [...mail.html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => to);
    expect(addresses.filter((to) => !to?.startsWith(`${shop}/`))).toEqual([]);
    // Stored pictures are WebP, which Outlook does not show.
    const pictures = addresses.filter((to) => to?.includes('/.netlify/images'));
    expect(pictures).toHaveLength(3);
    expect(pictures.every((to) => to?.endsWith('&amp;fm=jpg'))).toBe(true);
  });

  test('shows each price with tax, unless prices are final', () => {
    const plain = mailingWriter(content, productsAt(0), shop)('ada@example.com', 'the.token');
    for (const part of ['text', 'html'] as const) {
      expect(mail[part]).toContain('£10.50 (£11.13 with tax)');
      expect(plain[part]).toContain('£10.50');
      expect(plain[part]).not.toContain('with tax');
    }
  });

  test('can be left by its link and by one click, and says why it came', () => {
    const unsubscribe = `${shop}/unsubscribe#token=the.token`;
    expect(mail.html).toContain(`href="${unsubscribe}"`);
    expect(mail.text).toContain(`because you asked for our news. Unsubscribe: ${unsubscribe}`);
    expect(mail.headers).toEqual({
      'List-Unsubscribe': `<${shop}/api/listing/unsubscribe?token=the.token>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.text).toContain(`See them: ${shop}/all-products`);
    expect(mail.text).toContain('Minicia Ltd, registered in England and Wales');
  });
});
