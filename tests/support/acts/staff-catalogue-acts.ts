import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';
import { call } from '../call.ts';
import { sampleMailing } from '../sample-mailing.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls for the catalogue, releases and mailings. */
export function staffCatalogueActs({ origin, backend, asMarketer }: ActScenes): Acts {
  return {
    'staff-mailings': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const body = { do: 'save', mailing: randomUUID(), version: 0, content: sampleMailing };
      return () => marketer.post('/api/staff/mailings', body);
    },
    'staff-subscribers': async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/staff/subscribers?q=ada`, { token });
    },
    'staff-catalogue': asMarketer('staff/catalogue?q=cap'),
    'staff-files-catalogue-export': asMarketer('staff-files/catalogue-export?format=csv'),
    'staff-files-subscribers': asMarketer('staff-files/subscribers?format=csv'),
    'staff-files-catalogue-read': async () => {
      const { token } = await newStaff(backend, 'marketer');
      const raw = 'slug,name,price,category,colour\ndawn-hat,Dawn Hat,£45.00,Beanies,Coral\n';
      return () => call(`${origin}/api/staff-files/catalogue-read?name=new.csv`, { raw, token });
    },
    'staff-files-catalogue-picture': async () => {
      const { token } = await newStaff(backend, 'marketer');
      const picture = await sharp(
        join(projectFolder, 'public/catalogue/headline-trucker/signal-red-1.jpg'),
      ).toBuffer();
      const raw = new Uint8Array(picture);
      const query = 'slug=headline-trucker&name=red.jpg';
      return () => call(`${origin}/api/staff-files/catalogue-picture?${query}`, { raw, token });
    },
    'staff-release': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const changes = { catalogue: { products: [{ slug: 'boss-beanie', price_pence: 4500 }] } };
      const draft = { title: 'Spring', source: 'Studio', changes, options: {}, version: 0 };
      const body = { do: 'save', release: randomUUID(), ...draft };
      return () => marketer.post('/api/staff/release', body);
    },
    'staff-releases': asMarketer('staff/releases?q=spring'),
    'staff-publishing': async () => {
      const { token, post: send } = await newStaff(backend, 'marketer');
      const release = randomUUID();
      const changes = { catalogue: { products: [{ slug: 'boss-beanie', price_pence: 4600 }] } };
      const draft = { title: 'Autumn', source: 'Studio', changes, options: {}, version: 0 };
      await send('/api/staff/release', { do: 'save', release, ...draft });
      const { body } = await send('/api/staff/release', { do: 'preview', release });
      const { fingerprint } = z.object({ fingerprint: z.string() }).parse(body);
      await send('/api/staff/release', { do: 'publish', release, fingerprint });
      return () => call(`${origin}/api/staff/publishing?release=${release}`, { token });
    },
    'staff-content': asMarketer('staff/content'),
    'staff-product-order': async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/staff/product-order?category=beanies`, { token });
    },
  };
}
