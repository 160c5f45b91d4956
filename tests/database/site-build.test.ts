import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';

const { shop, sql } = await openDatabase(10);

beforeEach(() => sql`truncate catalogue_changes, last_site_build`);

async function notes(): Promise<number> {
  const [row] = await sql<[{ total: number }]>`
    select count(*)::int as total from catalogue_changes`;
  return row.total;
}

async function claim({ quiet = 60, longest = 900, lease = 90, spacing = 3600 } = {}): Promise<
  string | null
> {
  const [row] = await sql<[{ claim: string | null }]>`
    select claim_site_build(${quiet}, ${longest}, ${lease}, ${spacing}) as claim`;
  return row.claim;
}

async function settle(claimed: string | null, asked: boolean): Promise<void> {
  await sql`select settle_site_build(${claimed}, ${asked})`;
}

/** Backdates all recorded changes by `seconds`. */
async function letPass(seconds: number): Promise<void> {
  await sql`
    update catalogue_changes set changed_at = changed_at - make_interval(secs => ${seconds}),
      claimed_at = claimed_at - make_interval(secs => ${seconds})`;
  await sql`
    update last_site_build set asked_at = asked_at - make_interval(secs => ${seconds})`;
}

/** Requests a build now and lets a minute and a second pass. */
async function buildNow(): Promise<void> {
  await sql`update products set price_pence = price_pence + 1 where id = 1`;
  await settle(await claim({ quiet: 0 }), true);
  await letPass(61);
}

/** Sells out a colour or restocks it. */
async function restock(units: number): Promise<void> {
  await sql`update color_variants set quantity = ${units} where id = 3`;
}

describe('a change that built pages show is recorded', () => {
  test.each([
    ['a price', `update products set price_pence = price_pence + 1 where id = 1`],
    ['an archived product', `update products set archived_at = now() where id = 1`],
    ['a new category', `insert into categories (slug, name) values ('gloves', 'Gloves')`],
    ['a colour’s name', `update color_variants set color_name = 'Olive Green' where id = 1`],
    ['a colour that sells out', `update color_variants set quantity = 0 where id = 1`],
    ['a picture', `update variant_images set position = 9 where id = 1`],
    ['a picture taken away', `delete from variant_images where id = 2`],
  ])('%s', async (_name, change) => {
    await sql.unsafe(change);
    expect(await notes()).toBe(1);
  });

  test('many changes in one transaction are recorded once', async () => {
    await sql.begin(async (transaction) => {
      await transaction`update products set price_pence = price_pence + 1`;
      await transaction`update categories set position = position + 1`;
    });
    expect(await notes()).toBe(1);
  });
});

describe('nothing is recorded', () => {
  test.each([
    ['when an update changes nothing', `update products set name = name`],
    ['when nothing is found to change', `update products set name = 'x' where id = -1`],
  ])('%s', async (_name, change) => {
    await sql.unsafe(change);
    expect(await notes()).toBe(0);
  });

  test('when a colour is sold but not sold out', async () => {
    const [sku, buyer] = [await shop.newSku(3), await shop.newShopper()];
    await sql`truncate catalogue_changes`;
    const { checkout_id } = await shop.open(buyer, [{ sku, quantity: 2 }]);
    await shop.complete(checkout_id);
    expect(await notes()).toBe(0);
  });
});

describe('a build is requested', () => {
  beforeEach(() => sql`update products set price_pence = price_pence + 1 where id = 1`);

  test('once a burst of changes has ended, by one of many callers', async () => {
    expect(await claim()).toBeNull();
    await letPass(61);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim()));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await settle(claims.find(Boolean) ?? null, true);
    expect(await notes()).toBe(0);
    expect(await claim({ quiet: 0 })).toBeNull();
  });

  test('eventually even while changes go on', async () => {
    await letPass(901);
    await sql`update products set price_pence = price_pence + 1 where id = 2`;
    expect(await claim()).not.toBeNull();
  });

  test('again when the first call failed', async () => {
    await settle(await claim({ quiet: 0 }), false);
    expect(await claim({ quiet: 0 })).not.toBeNull();
  });

  test('again when the claim’s holder never reported back', async () => {
    expect(await claim({ quiet: 0 })).not.toBeNull();
    expect(await claim({ quiet: 0 })).toBeNull();
    await letPass(91);
    expect(await claim({ quiet: 0 })).not.toBeNull();
  });

  test('again for what changed after it', async () => {
    const claimed = await claim({ quiet: 0 });
    await sql`update products set price_pence = price_pence + 1 where id = 2`;
    await settle(claimed, true);
    expect(await notes()).toBe(1);
  });
});

describe('selling out causes at most one build an hour:', () => {
  test('the first colour to sell out after an hour without builds requests one at once', async () => {
    await restock(0);
    await letPass(61);
    expect(await claim()).not.toBeNull();
    await restock(5);
  });

  test('later ones wait together until the hour is over', async () => {
    await buildNow();
    await restock(0);
    await letPass(901);
    expect(await claim()).toBeNull();
    expect(await claim({ spacing: 900 })).not.toBeNull();
    await letPass(3600);
    await restock(5);
    await letPass(61);
    expect(await claim()).not.toBeNull();
  });

  test('six hours of sales request one build an hour, whatever sells out', async () => {
    let builds = 0;
    for (let minute = 0; minute < 6 * 60; minute += 2) {
      await restock(minute % 4 === 0 ? 0 : 5);
      await letPass(120);
      const claimed = await claim();
      if (!claimed) continue;
      builds += 1;
      await settle(claimed, true);
    }
    expect(builds).toBeGreaterThanOrEqual(5);
    expect(builds).toBeLessThanOrEqual(6);
  });

  test.each([
    ['a price', 'update products set price_pence = price_pence + 1 where id = 2'],
    [
      'a colour’s name with its stock',
      `update color_variants set color_name = color_name || '!', quantity = 0 where id = 2`,
    ],
    [
      'an import, even of stock alone',
      `select import_catalogue(jsonb_build_object('colours', jsonb_build_array(jsonb_build_object(
      'slug', p.slug, 'color_name', v.color_name, 'quantity', case v.quantity when 0 then 7 else 0 end))))
      from color_variants v join products p on p.id = v.product_id where v.id = 4`,
    ],
  ])('%s is built at once', async (_name, change) => {
    await buildNow();
    await sql.unsafe(change);
    expect(await notes()).toBe(1);
    await letPass(61);
    expect(await claim()).not.toBeNull();
  });

  test('a sell-out in the transaction of a price change does not delay it, in either order', async () => {
    for (const order of [true, false]) {
      await buildNow();
      await sql.begin(async (transaction) => {
        const price = () =>
          transaction`update products set price_pence = price_pence + 1 where id = 2`;
        const stock = () =>
          transaction`update color_variants set quantity = ${order ? 0 : 5} where id = 3`;
        for (const act of order ? [price, stock] : [stock, price]) await act();
      });
      await letPass(61);
      expect(await claim()).not.toBeNull();
    }
  });
});

async function publish(change: string): Promise<string> {
  const release = randomUUID();
  await sql.unsafe(`
    select save_release(null, '${release}', 'Spring', 'Studio',
      '{"catalogue": {"categories": [], "products": [], "renames": [], "colours": [], ${change}}}', '{}', 0);
    select publish_release(null, '${release}', preview_release('${release}') ->> 'fingerprint')`);
  return release;
}
async function timesOf(release: string) {
  const [row] = await sql`
    select build_asked_at is not null as asked, build_started_at is not null as started
    from releases where id = ${release}`;
  return row;
}

describe('a release', () => {
  test('records when its build was requested, and when the first one started', async () => {
    const [first, needless] = [
      await publish(`"categories": [{"slug": "gloves-1", "name": "Gloves 1"}]`),
      await publish(`"products": []`),
    ];
    const claimed = await claim({ quiet: 0 });
    const second = await publish(`"categories": [{"slug": "gloves-2", "name": "Gloves 2"}]`);
    await settle(claimed, true);
    expect(await timesOf(first)).toEqual({ asked: true, started: false });
    expect(await timesOf(needless)).toEqual({ asked: false, started: false });
    expect(await timesOf(second)).toEqual({ asked: false, started: false });

    const begun = async () => {
      const [row] = await sql<[{ at: Date }]>`select note_site_build() as at`;
      return row.at;
    };
    const [early, late] = [await begun(), await begun()];
    // Dates have millisecond precision, so both can be equal.
    expect(late >= early).toBe(true);
    const [noted] = await sql`
      select build_started_at from releases where id = ${second}`;
    expect(noted).toEqual({ build_started_at: early });
  });
});
