import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { call } from '../call.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls for releases. */
export function releaseActs({ origin, backend, database, shop, asMarketer }: ActScenes): Acts {
  /** A marketer's saved release with the fingerprint of its preview. */
  async function savedRelease() {
    const marketer = await newStaff(backend, 'marketer');
    const { product_id: product } = await shop.newSku(5);
    const [{ slug }] = await database.sql<[{ slug: string }]>`
      select slug from products where id = ${product}`;
    const changes = { catalogue: { products: [{ slug, price_pence: 2600 }] } };
    const draft = { title: 'Autumn', source: 'Studio', changes, options: {}, version: 0 };
    const release = randomUUID();
    const send = (what: string, body: object = {}) =>
      marketer.post(`/api/staff/release/${what}`, { release, ...body });
    const Seen = z.object({ fingerprint: z.string() });
    const seen = async (what: string) => Seen.parse((await send(what)).body);
    const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString();
    return { send, seen, draft, release, at, token: marketer.token };
  }
  /** A published release. */
  async function publishedRelease() {
    const saved = await savedRelease();
    await saved.send('save', saved.draft);
    await saved.send('publish', await saved.seen('preview'));
    return saved;
  }

  return {
    'staff-categories-rule': async () => {
      const { post } = await newStaff(backend, 'marketer');
      return () => post('/api/staff/categories/rule', { rule: { price_under: 5000 } });
    },
    'staff-dead-links': async () => {
      const { post } = await newStaff(backend, 'marketer');
      return () => post('/api/staff/dead-links', { link: '/product-details/999999' });
    },
    'staff-edits': asMarketer('staff/edits?subjects=menu'),
    'staff-edits-save': async () => {
      const { post } = await newStaff(backend, 'marketer');
      const input = { base: { now: [] }, typed: { now: ['hats'] } };
      const edit = { form: '/studio?catalogue=categories', subjects: ['menu'], title: 'Menu' };
      return () =>
        post('/api/staff/edits/save', { ...edit, input, writer: randomUUID(), version: 0 });
    },
    'staff-release': async () => {
      const { token, release } = await publishedRelease();
      return () => call(`${origin}/api/staff/release?release=${release}`, { token });
    },
    'staff-release-save': async () => {
      const { send, draft } = await savedRelease();
      return () => send('save', draft);
    },
    'staff-release-preview': async () => {
      const { send, draft } = await savedRelease();
      await send('save', draft);
      return () => send('preview');
    },
    'staff-release-publish': async () => {
      const { send, draft, seen } = await savedRelease();
      await send('save', draft);
      const previewed = await seen('preview');
      return () => send('publish', previewed);
    },
    'staff-release-schedule': async () => {
      const { send, draft, seen, at } = await savedRelease();
      await send('save', draft);
      const previewed = await seen('preview');
      return () => send('schedule', { at, ...previewed });
    },
    'staff-release-unschedule': async () => {
      const { send, draft, seen, at } = await savedRelease();
      await send('save', draft);
      await send('schedule', { at, ...(await seen('preview')) });
      return () => send('unschedule');
    },
    'staff-release-discard': async () => {
      const { send, draft } = await savedRelease();
      await send('save', draft);
      return () => send('discard');
    },
    'staff-release-preview-undo': async () => {
      const { send } = await publishedRelease();
      return () => send('preview-undo');
    },
    'staff-release-undo': async () => {
      const { send, seen } = await publishedRelease();
      const previewed = await seen('preview-undo');
      return () => send('undo', { undo: randomUUID(), ...previewed });
    },
    'staff-releases': asMarketer('staff/releases?q=spring'),
    'staff-publishing': async () => {
      const { token, release } = await publishedRelease();
      return () => call(`${origin}/api/staff/publishing?release=${release}`, { token });
    },
  };
}
