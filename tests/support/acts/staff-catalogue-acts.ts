import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';
import { call } from '../call.ts';
import { sampleMailing } from '../sample-mailing.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

const Kept = z.object({ address: z.string() });

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Studio calls for the catalogue and mailings. */
export function staffCatalogueActs({
  origin,
  backend,
  shop,
  drafted,
  asMarketer,
}: ActScenes): Acts {
  /** A product, a plan of its draw, and a marketer. */
  async function drawable() {
    const sku = await shop.newSku(1);
    const [{ slug: product }] = await backend.database.sql<[{ slug: string }]>`
      select slug from products where id = ${sku.product_id}`;
    const plan = { opens_at: at(1), closes_at: at(3), pieces: { [sku.variant_id]: 1 } };
    return { marketer: await newStaff(backend, 'marketer'), product, plan };
  }
  return {
    'staff-mailings': asMarketer('staff/mailings'),
    'staff-mailings-save': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const body = { mailing: randomUUID(), version: 0, content: sampleMailing };
      return () => marketer.post('/api/staff/mailings/save', body);
    },
    'staff-mailings-test': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const body = { mailing: await drafted(), test: randomUUID() };
      return () => marketer.post('/api/staff/mailings/test', body);
    },
    'staff-mailings-send': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const body = { mailing: await drafted(), version: 1, people: 0, at: null };
      return () => marketer.post('/api/staff/mailings/send', body);
    },
    'staff-mailings-halt': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const body = { mailing: await drafted(), do: 'discard' };
      return () => marketer.post('/api/staff/mailings/halt', body);
    },
    'staff-subscribers': async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/staff/subscribers?q=ada`, { token });
    },
    'staff-cart-reminders': asMarketer('staff/cart-reminders'),
    'staff-welcome-code': asMarketer('staff/welcome-code'),
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
    'staff-files-picture-focus': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const picture = await sharp({
        create: { width: 1200, height: 1200, channels: 3, background: '#A53' },
      })
        .jpeg()
        .toBuffer();
      const kept = await call(
        `${origin}/api/staff-files/catalogue-picture?slug=square&name=square.jpg`,
        { raw: new Uint8Array(picture), token: marketer.token },
      );
      const { address } = Kept.parse(kept.body);
      const body = { address, focus: { x: 0, y: 50 } };
      return () => marketer.post('/api/staff-files/picture-focus', body);
    },
    'staff-content': asMarketer('staff/content'),
    'staff-categories': asMarketer('staff/categories'),
    'staff-draw': async () => {
      const { marketer, product } = await drawable();
      return () => call(`${origin}/api/staff/draw?product=${product}`, { token: marketer.token });
    },
    'staff-draw-plan': async () => {
      const { marketer, product, plan } = await drawable();
      return () => marketer.post('/api/staff/draw-plan', { product, ...plan });
    },
    'staff-draw-cancel': async () => {
      const { marketer, product, plan } = await drawable();
      await marketer.post('/api/staff/draw-plan', { product, ...plan });
      return () => marketer.post('/api/staff/draw-cancel', { product });
    },
    'staff-product-order': async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/staff/product-order?category=beanies`, { token });
    },
  };
}
