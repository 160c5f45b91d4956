import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mostPhotoBytes, mostPhotos, photoRefusals } from '#domain/catalogue/photo.ts';
import { PhotosAnswer } from '#domain/contracts/return-photos.ts';
import { testKeys } from '#harness/test-keys.ts';
import { linkToken } from '#server/mail/link-token.ts';
import dataPrune from '#handlers/jobs/data-prune.ts';
import { call, type Reply } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import type { Sku } from '../support/shop-database.ts';
import type { Shopper } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';

const { backend, purchases } = await openBackend();
const { sql } = backend.database;
const packer = await newStaff(backend, 'packer');

/** A phone's photo: rotated by EXIF, with its location. */
let fromPhone: Buffer;
beforeAll(async () => {
  const pixels = { width: 2000, height: 1000, channels: 3 as const, background: '#a33' };
  fromPhone = await sharp({ create: pixels })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'A phone' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer();
});

/** A PNG of a few bytes that declares enormous dimensions. */
async function hugePng(): Promise<Buffer> {
  const pixel = { width: 1, height: 1, channels: 3 as const, background: '#fff' };
  const png = await sharp({ create: pixel }).png().toBuffer();
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

interface Faulty {
  shopper: Shopper;
  order: number;
  checkout: string;
  sku: Sku;
  back: number;
  token: string;
}

const Asked = z.object({ order: z.object({ returns: z.array(z.object({ id: z.int() })) }) });

/** A dispatched order, and a return of it. */
async function returned(kind: 'fault' | 'return' = 'fault'): Promise<Faulty> {
  const { shopper, order, checkout, sku } = await purchases.ordered();
  const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
  await packer.post('/api/staff/dispatch', { parcels });
  const wish = { event: randomUUID(), kind, items: [{ variant_id: sku.variant_id, quantity: 1 }] };
  const { body } = await shopper.post('/api/account/return', {
    do: 'ask',
    order,
    ...wish,
    reason: 'A seam is open',
  });
  return {
    shopper,
    order,
    checkout,
    sku,
    back: Asked.parse(body).order.returns[0]?.id ?? 0,
    token: linkToken('order', checkout),
  };
}

interface Sent {
  photo?: string;
  picture?: Buffer;
}

function add({ shopper, order, back }: Faulty, { photo, picture }: Sent = {}): Promise<Reply> {
  return shopper.post('/api/return-photos/add/', {
    order,
    return: back,
    photo: photo ?? randomUUID(),
    picture: (picture ?? fromPhone).toString('base64'),
  });
}

function linked(path: string, body: object): Promise<Reply> {
  return call(`${backend.origin}/api/${path}/`, { json: body });
}

async function pictureAt(address: string): Promise<Buffer> {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  return Buffer.from(await answer.arrayBuffer());
}

async function stored(back: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from storage.objects where name like ${`${back}/%`} order by name`;
  return rows.map(({ name }) => name);
}

describe('a photo of a fault', () => {
  test('is stored upright, at most 1600 pixels, without metadata', async () => {
    const faulty = await returned();
    const hidden = Buffer.concat([
      fromPhone,
      Buffer.from('<script>alert(1)</script>PK\u0003\u0004'),
    ]);
    const reply = await add(faulty, { picture: hidden });
    expect(reply).toMatchObject({ status: 200, body: { photos: [{ return: faulty.back }] } });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const [photo] = PhotosAnswer.parse(reply.body).photos;
    const large = await pictureAt(photo?.large ?? '');
    const { width, height, format, exif, icc, xmp } = await sharp(large).metadata();
    expect({ width, height, format, exif, icc, xmp }).toEqual({
      width: 800,
      height: 1600,
      format: 'jpeg',
      exif: undefined,
      icc: undefined,
      xmp: undefined,
    });
    expect(large.includes('script')).toBe(false);
    const small = await sharp(await pictureAt(photo?.small ?? '')).metadata();
    expect([small.width, small.height]).toEqual([160, 320]);
  });

  test('is stored once however often it is sent, also concurrently', async () => {
    const faulty = await returned();
    const photo = randomUUID();
    const replies = await Promise.all(Array.from({ length: 4 }, () => add(faulty, { photo })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const other = await sharp(fromPhone).negate().jpeg().toBuffer();
    const { body } = await add(faulty, { photo, picture: other });
    const [shown, ...more] = PhotosAnswer.parse(body).photos;
    expect([shown?.id, more]).toEqual([photo, []]);
    // The first stored photo stays.
    const { dominant } = await sharp(await pictureAt(shown?.large ?? '')).stats();
    expect(dominant.r).toBeGreaterThan(128);
    expect(await stored(faulty.back)).toHaveLength(2);
  });

  test('is one of at most five, also when sent concurrently', async () => {
    const faulty = await returned();
    const replies = await Promise.all(Array.from({ length: mostPhotos + 2 }, () => add(faulty)));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const reply of refused) {
      expect(reply).toMatchObject({
        status: 409,
        body: { detail: 'A return has at most five photos.', reason: 'too_many_photos' },
      });
    }
    const show = { do: 'show', order: faulty.order, return: faulty.back };
    const { body } = await faulty.shopper.post('/api/return-photos/', show);
    expect(PhotosAnswer.parse(body).photos).toHaveLength(mostPhotos);
  });

  test('is added, shown and removed through the link in the order’s e-mails, and stays removed', async () => {
    const { back, token } = await returned();
    const photo = randomUUID();
    const picture = fromPhone.toString('base64');
    const added = await linked('return-photos/add', { token, return: back, photo, picture });
    expect(added).toMatchObject({ status: 200, body: { photos: [{ id: photo }] } });
    expect(await linked('return-photos', { do: 'show', token, return: back })).toMatchObject({
      body: { photos: [{ id: photo }] },
    });
    expect(await linked('order-link', { do: 'show', token })).toMatchObject({
      body: { order: { returns: [{ photos: 1 }] } },
    });
    const remove = { do: 'remove', token, return: back, photo };
    for (const again of [remove, remove]) {
      expect(await linked('return-photos', again)).toMatchObject({
        status: 200,
        body: { photos: [] },
      });
    }
    expect(await stored(back)).toEqual([]);
    // A duplicate of the first request arrives late.
    expect(
      await linked('return-photos/add', { token, return: back, photo, picture }),
    ).toMatchObject({ status: 200, body: { photos: [] } });
    expect(await stored(back)).toEqual([]);
  });

  test('requires an open return of a fault', async () => {
    const changedMind = await returned('return');
    expect(await add(changedMind)).toMatchObject({
      status: 409,
      body: { reason: 'not_a_fault' },
    });
    const faulty = await returned();
    const { body } = await add(faulty);
    const photo = PhotosAnswer.parse(body).photos[0]?.id;
    await faulty.shopper.post('/api/account/return', {
      do: 'call_off',
      event: randomUUID(),
      order: faulty.order,
      return: faulty.back,
    });
    const gone = { status: 409, body: { reason: 'return_called_off' } };
    expect(await add(faulty)).toMatchObject(gone);
    const remove = { do: 'remove', order: faulty.order, return: faulty.back, photo };
    expect(await faulty.shopper.post('/api/return-photos/', remove)).toMatchObject(gone);
    expect(await stored(changedMind.back)).toEqual([]);
  });

  test('is refused with a message when it is not a picture, and nothing is stored', async () => {
    const faulty = await returned();
    const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const gif = Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0', 'latin1');
    const cut = fromPhone.subarray(0, 400);
    const bomb = await hugePng();
    for (const [picture, reason, detail] of [
      [heic, 'heic', photoRefusals.heic],
      [svg, 'not_a_picture', photoRefusals.notAPicture],
      [gif, 'not_a_picture', photoRefusals.notAPicture],
      [cut, 'not_a_picture', photoRefusals.notAPicture],
      [bomb, 'not_a_picture', photoRefusals.notAPicture],
    ] as const) {
      expect(await add(faulty, { picture })).toEqual(
        expect.objectContaining({ status: 400, body: { detail, reason } }),
      );
    }
    const large = Buffer.concat([fromPhone, Buffer.alloc(mostPhotoBytes)]);
    expect(await add(faulty, { picture: large })).toMatchObject({ status: 413 });
    expect(await stored(faulty.back)).toEqual([]);
  });

  test('is limited to thirty per order in a period', async () => {
    const faulty = await returned();
    const photo = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 31 }, () => add(faulty, { photo, picture: Buffer.from('no') })),
    );
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('another person', () => {
  test('cannot add, see or remove photos through the shop', async () => {
    const [mine, theirs] = [await returned(), await returned()];
    const { body } = await add(mine);
    const photo = PhotosAnswer.parse(body).photos[0]?.id;
    const unknown = { status: 404 };
    expect(await add({ ...mine, shopper: theirs.shopper })).toMatchObject(unknown);
    // The shopper's own order with another shopper's return.
    expect(await add({ ...theirs, back: mine.back })).toMatchObject(unknown);
    for (const asked of [{ do: 'show' }, { do: 'remove', photo }]) {
      const named = { ...asked, return: mine.back };
      const own = { ...named, order: mine.order };
      expect(await theirs.shopper.post('/api/return-photos/', own)).toMatchObject(unknown);
      expect(await linked('return-photos', own)).toMatchObject({ status: 401 });
      const forged = { ...named, token: `${mine.token}x` };
      expect(await linked('return-photos', forged)).toMatchObject({ status: 400 });
      expect(await linked('return-photos', { ...own, token: mine.token })).toMatchObject({
        status: 400,
      });
    }
    const foreign = { do: 'show', token: theirs.token, return: mine.back };
    expect(await linked('return-photos', foreign)).toMatchObject({ body: { photos: [] } });
    const show = { do: 'show', order: mine.order, return: mine.back };
    const { body: still } = await mine.shopper.post('/api/return-photos/', show);
    expect(PhotosAnswer.parse(still).photos).toHaveLength(1);
  });

  test('cannot reach them directly at Storage, and a changed URL shows nothing', async () => {
    const [mine, theirs] = [await returned(), await returned()];
    const [photo] = PhotosAnswer.parse((await add(mine)).body).photos;
    const { large = '', id } = photo ?? {};
    const name = `${mine.back}/${id}.jpg`;
    const at = `${backend.supabaseUrl}/storage/v1`;
    const { publishableKey: apikey } = testKeys;
    const tries: [method: string, path: string, body?: string][] = [
      ['GET', `/object/public/return-photos/${name}`],
      ['GET', `/object/return-photos/${name}`],
      ['GET', `/object/authenticated/return-photos/${name}`],
      ['POST', `/object/sign/return-photos/${name}`, '{"expiresIn": 60}'],
      ['POST', `/object/return-photos/${mine.back}/new.jpg`, 'x'],
      ['PUT', `/object/return-photos/${name}`, 'x'],
      ['DELETE', `/object/return-photos/${name}`],
      ['PUT', '/bucket/return-photos', '{"public": true}'],
      [
        'POST',
        '/object/copy',
        JSON.stringify({ bucketId: 'return-photos', sourceKey: name, destinationKey: 'x' }),
      ],
      ['GET', '/bucket/return-photos'],
    ];
    const before = await sql`select * from storage.objects order by id`;
    for (const token of [null, theirs.shopper.token, mine.shopper.token]) {
      const headers = { apikey, ...(token && { authorization: `Bearer ${token}` }) };
      for (const [method, path, body] of tries) {
        const type = { 'content-type': body?.startsWith('{') ? 'application/json' : 'image/jpeg' };
        const answer = await fetch(at + path, {
          method,
          headers: { ...headers, ...(body && type) },
          ...(body && { body }),
        });
        expect([method, path, answer.status < 400]).toEqual([method, path, false]);
      }
      const list = await fetch(`${at}/object/list/return-photos`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ prefix: String(mine.back) }),
      });
      expect(await list.json()).toEqual([]);
    }
    expect(await sql`select * from storage.objects order by id`).toEqual(before);
    const [{ open }] = await sql<[{ open: boolean }]>`
      select public as open from storage.buckets where id = 'return-photos'`;
    expect(open).toBe(false);
    const other = large.replace(String(id), randomUUID());
    for (const wrong of [other, large.replace(/token=.*/, 'token=x'), large.split('?')[0] ?? '']) {
      expect((await fetch(wrong)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await pictureAt(large)).toBeInstanceOf(Buffer);
  });

  test('cannot even with a policy for all buckets', async () => {
    const mine = await returned();
    const [photo] = PhotosAnswer.parse((await add(mine)).body).photos;
    await sql`create policy "careless" on storage.objects for all using (true) with check (true)`;
    const answer = await fetch(
      `${backend.supabaseUrl}/storage/v1/object/return-photos/${mine.back}/${photo?.id}.jpg`,
      {
        headers: { apikey: testKeys.publishableKey, authorization: `Bearer ${mine.shopper.token}` },
      },
    );
    await sql`drop policy "careless" on storage.objects`;
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

test('staff see them with the order, at URLs valid for fifteen minutes', async () => {
  const faulty = await returned();
  await add(faulty);
  const address = `/api/staff/return-photos?order=${faulty.order}`;
  const reply = await call(backend.origin + address, { token: packer.token });
  const [photo] = PhotosAnswer.parse(reply.body).photos;
  expect(photo?.return).toBe(faulty.back);
  await pictureAt(photo?.small ?? '');
  const [, claims = ''] = (new URL(photo?.large ?? '').searchParams.get('token') ?? '').split('.');
  const { iat, exp } = z
    .object({ iat: z.int(), exp: z.int() })
    .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  expect(exp - iat).toBe(900);
  const order = await call(`${backend.origin}/api/staff/order?order=${faulty.order}`, packer);
  expect(order.body).toMatchObject({ returns: [{ photos: 1 }] });
});

describe('a photo’s retention', () => {
  test('includes it in the shopper’s export, as a picture', async () => {
    const faulty = await returned();
    await add(faulty);
    const { body } = await call(`${backend.origin}/api/account/export/`, faulty.shopper);
    const Exported = z.object({
      orders: z.tuple([
        z.object({
          returns: z.tuple([z.object({ photos: z.tuple([z.object({ address: z.url() })]) })]),
        }),
      ]),
    });
    const [order] = Exported.parse(body).orders;
    const { format } = await sharp(await pictureAt(order.returns[0].photos[0].address)).metadata();
    expect(format).toBe('jpeg');
  });

  test('deletes it 180 days after its return, and sweeps orphaned files', async () => {
    const [old, young] = [await returned(), await returned()];
    for (const faulty of [old, young]) await add(faulty);
    await sql`update returns set asked_at = now() - interval '181 days' where id = ${old.back}`;
    await sql`
      update storage.objects set created_at = now() - interval '181 days'
      where name like ${`${old.back}/%`}`;
    // Files left behind by a function killed before it wrote the row, an hour ago and now.
    await sql`
      insert into storage.objects (bucket_id, name, created_at)
      values ('return-photos', ${`${young.back}/${randomUUID()}.jpg`}, now() - interval '2 hours'),
        ('return-photos', ${`${young.back}/${randomUUID()}.jpg`}, now())`;
    await dataPrune();
    expect(await stored(old.back)).toEqual([]);
    expect(await sql`select from return_photos where return_id = ${old.back}`).toHaveLength(0);
    expect(await stored(young.back)).toHaveLength(3);
    const show = { do: 'show', order: young.order, return: young.back };
    const { body } = await young.shopper.post('/api/return-photos/', show);
    await pictureAt(PhotosAnswer.parse(body).photos[0]?.large ?? '');
  });
});

/** Status of a review's photo. */
async function served(photo: string, size = 'small'): Promise<number> {
  return (await fetch(`${backend.origin}/api/review-photo/${photo}/${size}`)).status;
}

/** A read of the database without a login. */
async function readByAnybody(path: string): Promise<unknown> {
  const headers = { apikey: testKeys.publishableKey };
  return (await call(`${backend.supabaseUrl}/rest/v1/${path}`, { headers })).body;
}

/** A buyer's review with one photo, by the link in the e-mail that asked for it. */
async function reviewed() {
  const { order, checkout, token: ofOrder, sku } = await returned('return');
  await sql`insert into review_requests (order_id) values (${order})`;
  const token = linkToken('review', checkout);
  const act = (what: string, more: object = {}) =>
    linked('review', { do: what, token, product: sku.product_id, ...more });
  const words = 'Warm as toast.';
  await act('write', { seen: 0, stars: 4, fit: 'true', words, name: 'Ada' });
  const [{ review }] = await sql<[{ review: number }]>`
    select id::int as review from product_reviews where order_id = ${order}`;
  const addPhoto = (picture: Buffer = fromPhone, photo: string = randomUUID()) =>
    linked('review/photo', { token, review, photo, picture: picture.toString('base64') });
  const photo = randomUUID();
  expect(await addPhoto(fromPhone, photo)).toMatchObject({
    status: 200,
    body: { photos: [{ id: photo }] },
  });
  return {
    checkout,
    ofOrder,
    token,
    act,
    addPhoto,
    review,
    photo,
    product: sku.product_id,
  };
}

describe('a photo of a review', () => {
  test('is added and removed by the link, three at the most, and only if it is a picture', async () => {
    const { act, addPhoto, review, photo } = await reviewed();
    const no = await addPhoto(Buffer.from('no'));
    expect(no).toMatchObject({ status: 400, body: { reason: 'not_a_picture' } });
    for (const _ of [2, 3]) expect(await addPhoto()).toMatchObject({ status: 200 });
    expect(await addPhoto()).toMatchObject({
      status: 409,
      body: { detail: 'A review has at most three photos.' },
    });
    expect([await served(photo), await served(photo, 'large')]).toEqual([200, 200]);
    const { body } = await act('remove_photo', { review, photo });
    expect(body).toMatchObject({ photos: [{}, {}] });
    expect(await served(photo)).toBe(404);
    // A late copy of its request.
    expect(await addPhoto(fromPhone, photo)).toMatchObject({ body: { photos: [{}, {}] } });
    expect(await served(photo)).toBe(404);
  });

  test('is neither added nor removed by a foreign, forged or ended link', async () => {
    const [mine, theirs] = [await reviewed(), await reviewed()];
    const picture = fromPhone.toString('base64');
    const all = { review: mine.review, product: mine.product, photo: mine.photo };
    const foreign = [
      [theirs.token, 404],
      [mine.ofOrder, 400],
      [`${mine.token}x`, 400],
      [linkToken('review', randomUUID()), 400],
    ] as const;
    for (const [token, status] of foreign) {
      const added = { token, review: mine.review, photo: randomUUID(), picture };
      expect(await linked('review/photo', added)).toMatchObject({ status });
      expect(await linked('review', { do: 'remove_photo', token, ...all })).toMatchObject({
        status,
      });
      await linked('review', { do: 'withdraw', token, ...all });
      const { body } = await linked('review', { do: 'photos', token, ...all });
      expect(JSON.stringify(body)).not.toContain(mine.photo);
    }
    expect(await served(mine.photo)).toBe(200);
    await sql`select forget_reviews(array[${mine.checkout}]::uuid[])`;
    for (const what of ['show', 'photos', 'withdraw']) {
      expect(await mine.act(what, { review: mine.review })).toMatchObject({ status: 400 });
    }
    expect(await mine.addPhoto()).toMatchObject({ status: 400 });
    expect(await served(mine.photo)).toBe(404);
  });

  test('is served to nobody while the review is hidden or withdrawn, nor named by the database', async () => {
    const [hidden, gone, open] = [await reviewed(), await reviewed(), await reviewed()];
    const of = [hidden, gone, open].map(({ review }) => review).join();
    const marketer = await newStaff(backend, 'marketer');
    const because = { seen: 1, reason: 'abuse', words: 'It insults the packer.' };
    const hide = { review: hidden.review, ...because };
    expect(await marketer.post('/api/staff/reviews/hide', hide)).toMatchObject({ status: 200 });
    await gone.act('withdraw');
    expect(await Promise.all([hidden, gone, open].map(({ photo }) => served(photo)))).toEqual([
      404, 404, 200,
    ]);
    expect(await stored(gone.review)).toEqual([]);
    const shown = [{ id: open.review }];
    expect(await readByAnybody(`product_reviews?select=id&id=in.(${of})`)).toEqual(shown);
    expect(await readByAnybody(`published_reviews?select=id&id=in.(${of})`)).toEqual(shown);
    expect(await readByAnybody(`review_photos?select=id&review_id=in.(${of})`)).toEqual([
      { id: open.photo },
    ]);
    expect(await readByAnybody(`hidden_reviews?select=reason&review_id=in.(${of})`)).toEqual([
      { reason: 'abuse' },
    ]);
    const show = { review: hidden.review, seen: 1 };
    await marketer.post('/api/staff/reviews/show', show);
    expect(await served(hidden.photo)).toBe(200);
  });
});
