import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { firstSettings } from '../support/first-settings.ts';
import { openDatabase } from '../support/open-database.ts';
import { hire } from '../support/staff.ts';

const { database, shop, sql } = await openDatabase();
let manager = '';

beforeAll(async () => {
  manager = await shop.newShopper();
  await hire(database, manager, 'manager');
});

const six = firstSettings;
const { deliveries } = six;
const rule = {
  abroad: true,
  express: false,
  most_grams: 2000,
  service: 'ITROLP',
  format: 'Parcel',
  pence: 1120,
};
const included = {
  display: 'included',
  basis_points: 2000,
  zones: { world: 0 },
  euro_pence: 85,
  countries: { CA: 'not_sold', FR: 'we_pay' },
  fees: firstSettings.fees.slice(1),
  deliveries,
  packing: six.packing,
};

async function change(seen: object, now: object, id = randomUUID(), by = manager) {
  await sql`
    select change_settings(${id}, ${sql.json({ ...seen })}, ${sql.json({ ...now })})
    from ${acting(sql, by)}`;
}

/** Tax changes, latest first: author, old and new value. */
async function changes() {
  const rows = await sql`
    select s.name, c.was, c.now from setting_changes c left join staff s on s.id = c.staff_id
    order by c.at desc`;
  return [...rows];
}

test('a change is made once, recorded with its author, and requests a build', async () => {
  await sql`delete from catalogue_changes`;
  const id = randomUUID();
  await change(six, included, id);
  await change(six, included, id);
  expect(await changes()).toEqual([{ name: 'Morag', was: six, now: included }]);
  const [{ now, builds }] = await sql<[{ now: unknown; builds: number }]>`
    select settings_now() as now, (select count(*)::int from catalogue_changes) as builds`;
  expect({ now, builds }).toEqual({ now: included, builds: 1 });
  expect(
    await sql`
      select country, policy, vat_basis_points as vat from country_duties
      where country in ('CA', 'FR', 'US') order by 1`,
  ).toEqual([
    { country: 'CA', policy: 'not_sold', vat: null },
    { country: 'FR', policy: 'we_pay', vat: 2000 },
    { country: 'US', policy: 'you_pay', vat: null },
  ]);
});

test('another person’s change meanwhile is not overwritten', async () => {
  await expect(change(six, { ...six, basis_points: 700 })).rejects.toMatchObject({
    code: 'PT409',
    hint: 'settings_changed',
  });
});

test('saving the settings as they are decides who pays duties', async () => {
  await sql`update duty_settings set decided_on = null`;
  await change(included, included);
  expect(await sql`select decided_on is not null as decided from duty_settings`).toEqual([
    { decided: true },
  ]);
  expect(await changes()).toHaveLength(1);
});

test('delivery prices hold for new payment pages only, and a build follows; packing rules choose the service', async () => {
  const shopper = await shop.newShopper();
  await shop.saveBilling(shopper);
  const sku = await shop.newSku(5);
  const optionsOf = (checkout: string) => sql`
    select name, amount_pence, max_business_days from checkout_shipping_options
    where checkout_id = ${checkout} order by position`;
  const before = await shop.open(shopper, [{ sku, quantity: 1 }], { expectedTotal: 2450 });
  const dearer = deliveries.map((one) => (one.express ? { ...one, amount_pence: 795 } : one));
  const economy = { ...deliveries[2], name: 'Economy', amount_pence: 995, max_business_days: 14 };
  const now = {
    ...included,
    deliveries: [...dearer.slice(0, 3), economy, ...dearer.slice(3)],
    packing: {
      paper_grams: 120,
      plastic_grams: 8,
      carrier: null,
      return_labels: 'never',
      rules: [{ ...rule, most_grams: 500 }, rule],
    },
  };
  await sql`delete from catalogue_changes`;
  await sql`update duty_settings set decided_on = null`;
  const id = randomUUID();
  await change(included, now, id);
  await change(included, now, id);
  const [state] = await sql`
    select settings_now() as now, (select count(*)::int from catalogue_changes) as builds,
      (select decided_on from duty_settings) as decided`;
  expect({ ...state }).toEqual({ now, builds: 1, decided: null });
  expect(await optionsOf(before.checkout_id)).toMatchObject([{}, { amount_pence: 695 }]);
  const after = await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }], {
    expectedTotal: 2450,
  });
  expect(await optionsOf(after.checkout_id)).toMatchObject([{}, { amount_pence: 795 }]);
  const services = await sql`
    select (parcel_service(country, express, grams)).service
    from (values ('US', false, 500), ('JE', false, 501), ('US', false, 2001), ('US', true, 1), ('GB', false, 1),
      ('US', false, null)) parcels (country, express, grams)`;
  expect(services.map(({ service }) => service as unknown)).toEqual(['ITROLP', 'ITROLP']);
  await change(now, included);
});

test('a marketer changes nothing', async () => {
  const marketer = await shop.newShopper();
  await hire(database, marketer, 'marketer');
  await expect(change(included, six, randomUUID(), marketer)).rejects.toMatchObject({
    code: 'PT403',
  });
});

test('an order keeps its tax, whatever is set before it is paid', async () => {
  const shopper = await shop.newShopper();
  await shop.saveBilling(shopper);
  const sku = await shop.newSku(5);
  const opened = await shop.open(shopper, [{ sku, quantity: 2 }], { expectedTotal: 4900 });
  await change(included, six);
  await shop.complete(opened.checkout_id);
  const [order] = await sql`
    select o.subtotal_pence, o.tax_pence, o.order_amount_pence, o.tax_inside_pence, c.tax_display
    from orders o join checkouts c on c.id = o.checkout_id where c.id = ${opened.checkout_id}`;
  expect({ ...order }).toEqual({
    subtotal_pence: 4900,
    tax_pence: 0,
    order_amount_pence: 4900,
    tax_inside_pence: 817,
    tax_display: 'included',
  });
});

test('changes in SQL are also recorded, one per transaction, and none without an effect', async () => {
  const before = await changes();
  await sql.begin(async (transaction) => {
    await transaction`update tax_settings set tax_basis_points = 800`;
    await transaction`insert into zone_tax_rates values ('europe', 0)`;
  });
  const now = { ...six, basis_points: 800, zones: { europe: 0 } };
  expect(await changes()).toEqual([{ name: null, was: six, now }, ...before]);
  await sql`update tax_settings set tax_basis_points = 800`;
  expect(await changes()).toHaveLength(before.length + 1);
});
