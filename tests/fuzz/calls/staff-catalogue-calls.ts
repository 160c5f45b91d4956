import { randomUUID } from 'node:crypto';
import { sampleMailing } from '../../support/sample-mailing.ts';
import { type Calls, downloadingAs, readingAs } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

/** Studio calls for the catalogue, releases and mailings. */
export function staffCatalogueCalls({ manager, ofManager }: FuzzedShop): Calls {
  return {
    'staff-mailings': readingAs(manager, '/api/staff/mailings'),
    'staff-mailings-save': ofManager('/api/staff/mailings/save', {
      mailing: randomUUID(),
      version: 0,
      content: sampleMailing,
    }),
    'staff-mailings-test': ofManager('/api/staff/mailings/test', {
      mailing: randomUUID(),
      test: randomUUID(),
    }),
    'staff-mailings-send': ofManager('/api/staff/mailings/send', {
      mailing: randomUUID(),
      version: 1,
      people: 0,
      at: null,
    }),
    'staff-mailings-halt': ofManager('/api/staff/mailings/halt', {
      mailing: randomUUID(),
      do: 'stop',
    }),
    'staff-cart-reminders': readingAs(manager, '/api/staff/cart-reminders'),
    'staff-welcome-code': readingAs(manager, '/api/staff/welcome-code'),
    'staff-subscribers': readingAs(manager, '/api/staff/subscribers?q=ada&after=a'),
    'staff-files-subscribers': downloadingAs(
      manager,
      '/api/staff-files/subscribers?format=csv',
      '/api/staff-files/subscribers?format=xlsx',
    ),
    'staff-content': readingAs(manager, '/api/staff/content'),
    'staff-catalogue': readingAs(
      manager,
      '/api/staff/catalogue',
      '/api/staff/catalogue?q=cap&after=9',
      '/api/staff/catalogue?slugs=boss-beanie,no-such-cap',
      '/api/staff/catalogue?codes=BB-RUST-1,5012345678900',
      '/api/staff/catalogue?category=beanies&state=live&stock=low&sort=price_back&after=1',
    ),
    'staff-files-catalogue-export': readingAs(
      manager,
      '/api/staff-files/catalogue-export?format=xlsx',
      '/api/staff-files/catalogue-export?format=csv',
    ),
    'staff-files-catalogue-read': {
      ...ofManager('/api/staff-files/catalogue-read?name=caps.json', {
        categories: [],
        products: [],
      }),
      writes: false,
    },
    'staff-files-picture-focus': ofManager('/api/staff-files/picture-focus', {
      address: '/catalogue/front/hero.jpg',
      focus: { x: 0, y: 100 },
    }),
    'staff-files-catalogue-picture': ofManager(
      '/api/staff-files/catalogue-picture?slug=boss-beanie&name=no-picture.jpg',
      { not: 'a picture' },
    ),
    'staff-categories': readingAs(manager, '/api/staff/categories'),
    'staff-product-order': readingAs(manager, '/api/staff/product-order?category=beanies'),
    'staff-categories-rule': ofManager('/api/staff/categories/rule', {
      rule: { price_under: 5000, newest: 3 },
      slug: 'picks',
    }),
    'staff-edits': readingAs(
      manager,
      `/api/staff/edits?form=${encodeURIComponent('/studio?pages')}&subjects=content/hero,menu`,
    ),
    'staff-edits-save': ofManager('/api/staff/edits/save', {
      form: '/studio?pages',
      subjects: ['content/hero'],
      title: 'Home',
      input: { base: { a: 1 }, typed: { a: 2 } },
      writer: randomUUID(),
      version: 0,
    }),
    'staff-release': readingAs(manager, `/api/staff/release?release=${randomUUID()}`),
    'staff-release-save': ofManager('/api/staff/release/save', {
      release: randomUUID(),
      title: 'Spring',
      source: 'Studio',
      changes: { catalogue: { products: [{ slug: 'boss-beanie', price_pence: 4500 }] } },
      options: {},
      version: 0,
    }),
    'staff-release-preview': ofManager('/api/staff/release/preview', { release: randomUUID() }),
    'staff-release-publish': ofManager('/api/staff/release/publish', {
      release: randomUUID(),
      fingerprint: 'a',
    }),
    'staff-release-schedule': ofManager('/api/staff/release/schedule', {
      release: randomUUID(),
      at: '2030-12-04T18:00:00Z',
      fingerprint: 'a',
    }),
    'staff-release-unschedule': ofManager('/api/staff/release/unschedule', {
      release: randomUUID(),
    }),
    'staff-release-discard': ofManager('/api/staff/release/discard', { release: randomUUID() }),
    'staff-release-preview-undo': ofManager('/api/staff/release/preview-undo', {
      release: randomUUID(),
    }),
    'staff-release-undo': ofManager('/api/staff/release/undo', {
      release: randomUUID(),
      undo: randomUUID(),
      fingerprint: 'a',
    }),
    'staff-releases': readingAs(manager, '/api/staff/releases?q=spring&state=draft&after=1'),
    'staff-publishing': readingAs(manager, `/api/staff/publishing?release=${randomUUID()}`),
  };
}
