import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import labelSweep from '#handlers/jobs/label-sweep.ts';
import type { Backend } from './backend.ts';
import { type Scenarios, scenario } from './scenario.ts';
import { press, staffCases } from './staff-cases.ts';

const Quoted = z.object({ parcels: z.array(z.object({ label: z.uuid() })) });

/** Chooses the carrier in the settings. */
export async function chooseCarrier({ database: { sql } }: Pick<Backend, 'database'>) {
  await sql`
    insert into label_settings (carrier) values ('shippo')
    on conflict (only_row) do update set carrier = 'shippo'`;
}

/** Weighs the products of orders, and gives the orders an address that exists. */
export async function makeSendable(
  { database: { sql } }: Pick<Backend, 'database'>,
  orders: number[],
  postcode = 'LS1 1AA',
) {
  await sql`
    update products set facts = facts || '{"weight_grams": 120}'
    where id in (select product_id from order_items where order_id = any (${orders}))`;
  const label = { name: 'Ada', line1: '1 High Street', town: 'Leeds', postcode, country: 'GB' };
  await sql`update orders set label = ${sql.json(label)} where id = any (${orders})`;
}

/** Acts that buy and void labels, with no webhook arriving. */
export function labelScenarios(backend: Backend): Scenarios {
  const { carrier, database } = backend;
  const { sql } = database;
  const { ordered } = staffCases(backend);

  /** An order with a quoted label, and its manager. */
  async function quoted() {
    await chooseCarrier(backend);
    const { order, post } = await ordered('', () => ({}));
    await makeSendable(backend, [order]);
    const { body } = await post('/api/staff/labels/quote', { orders: [order] });
    const label = Quoted.parse(body).parcels[0]?.label ?? '';
    return { order, label, post };
  }
  const time = async () => {
    await sql`update labels set due_at = now() where due_at is not null`;
    await labelSweep();
  };
  const recoveries = {
    'time passes': time,
    'the button is pressed again': async (given: { press: () => Promise<unknown> }) => {
      await sql`update labels set due_at = now() where due_at is not null`;
      await given.press();
    },
  };
  async function endOf({ label, order }: { label: string; order: number }) {
    const [row] = await sql<{ quote: string; tracking_number: string | null }[]>`
      select state::text, pence, quote, tracking_number, array(
          select kind::text from order_events e join orders o on o.checkout_id = e.checkout_id
          where o.id = ${order} and kind::text like 'label%' order by at) as events
      from labels where id = ${label}`;
    const { quote = '', tracking_number: number = null, ...state } = row ?? {};
    const sold = (await carrier.labels()).filter(({ rate }) => rate === quote);
    return {
      ...state,
      sold: sold.map((one) => [one.trackingNumber === number, one.givenBackAt === null]),
    };
  }
  const bought = { state: 'bought', pence: 335, events: ['label_bought'], sold: [[true, true]] };

  return {
    'a packer buys a label': scenario({
      steps: [
        'database staff_buy_labels',
        'database begin_label',
        'carrier POST /transactions',
        'database settle_label',
        'database staff_buy_labels',
      ],
      async prepare() {
        const given = await quoted();
        const body = { labels: [given.label] };
        return { ...given, press: () => given.post('/api/staff/labels/buy', body) };
      },
      act: press,
      recoveries,
      endOf,
      end: bought,
      unheard: { state: 'quoted', pence: 335, events: [], sold: [] },
    }),
    'a packer voids a label': scenario({
      steps: [
        'database staff_void_label',
        'database begin_label',
        'carrier GET /transactions/:id',
        'carrier POST /refunds',
        'database settle_label',
      ],
      async prepare() {
        const given = await quoted();
        await given.post('/api/staff/labels/buy', { labels: [given.label] });
        const body = { label: given.label };
        return { ...given, press: () => given.post('/api/staff/labels/void', body) };
      },
      act: press,
      recoveries,
      endOf,
      end: {
        state: 'voided',
        pence: 335,
        events: ['label_bought', 'label_voided'],
        sold: [[true, false]],
      },
      unheard: bought,
    }),
    'the sweep buys the label of a return': scenario({
      steps: [
        'database due_labels',
        'database begin_label',
        'carrier POST /shipments',
        'database price_return_label',
        'carrier POST /transactions',
        'database settle_label',
        'database labels_to_track',
      ],
      own: 6,
      async prepare() {
        const { order, post } = await quoted();
        const parcel = { event: randomUUID(), order, carrier: 'Royal Mail', tracking_number: null };
        await post('/api/staff/dispatch', { parcels: [parcel] });
        await sql`update label_settings set return_labels = 'always'`;
        await sql`select ask_return(gen_random_uuid(), ${order}, 'return', null, '', 'shopper')`;
        await sql`update label_settings set return_labels = 'never'`;
        const [{ id: label }] = await sql<[{ id: string }]>`
          select id from labels where order_id = ${order} and return_id is not null`;
        return { order, label, press: labelSweep };
      },
      act: press,
      recoveries: { 'time passes': time },
      endOf,
      end: bought,
    }),
    'the sweep buys a label that a killed request left': scenario({
      steps: [
        'database due_labels',
        'database begin_label',
        'carrier GET /transactions',
        'carrier POST /transactions',
        'database settle_label',
        'database labels_to_track',
      ],
      own: 4,
      async prepare() {
        const given = await quoted();
        await carrier.fail({ method: 'POST', path: '/transactions', status: 503 });
        await given.post('/api/staff/labels/buy', { labels: [given.label] });
        await sql`update labels set due_at = now() where id = ${given.label}`;
        return { ...given, press: labelSweep };
      },
      act: press,
      recoveries: { 'time passes': time },
      endOf,
      end: bought,
    }),
  };
}
