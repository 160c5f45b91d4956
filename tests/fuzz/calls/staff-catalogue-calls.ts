import { randomUUID } from 'node:crypto';
import { sampleMailing } from '../../support/sample-mailing.ts';
import { type Calls, readingAs } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

/** Studio calls for the catalogue, releases and mailings. */
export function staffCatalogueCalls({ manager, ofManager }: FuzzedShop): Calls {
  return {
    'staff-mailings': ofManager('/api/staff/mailings', {
      do: 'save',
      mailing: randomUUID(),
      version: 0,
      content: sampleMailing,
    }),
    'staff-subscribers': readingAs(manager, '/api/staff/subscribers?q=ada&after=a'),
    'staff-files-subscribers': readingAs(
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
    'staff-files-catalogue-picture': ofManager(
      '/api/staff-files/catalogue-picture?slug=boss-beanie&name=no-picture.jpg',
      { not: 'a picture' },
    ),
    'staff-product-order': readingAs(manager, '/api/staff/product-order?category=beanies'),
    'staff-release': ofManager(
      '/api/staff/release',
      {
        do: 'save',
        release: randomUUID(),
        title: 'Spring',
        source: 'Studio',
        changes: { catalogue: { products: [{ slug: 'boss-beanie', price_pence: 4500 }] } },
        options: {},
        version: 0,
      },
      { do: 'preview', release: randomUUID() },
      { do: 'publish', release: randomUUID(), fingerprint: 'a' },
      {
        do: 'schedule',
        release: randomUUID(),
        at: '2030-12-04T18:00:00Z',
        fingerprint: 'a',
      },
      { do: 'undo', release: randomUUID(), undo: randomUUID(), fingerprint: 'a' },
    ),
    'staff-releases': readingAs(manager, '/api/staff/releases?q=spring&state=draft&after=1'),
    'staff-publishing': readingAs(manager, `/api/staff/publishing?release=${randomUUID()}`),
  };
}
