import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { z } from 'zod';
import { latestScan, trackingNumber } from './journey.ts';
import type { SandboxState, SoldLabel } from './state.ts';

// The calls of Shippo's API 2018-02-08 that sell and follow labels: https://docs.goshippo.com/shippoapi/public-api/

const Address = z.object({
  name: z.string().min(1),
  street1: z.string().min(1),
  city: z.string(),
  zip: z.string(),
  country: z.string().length(2),
});

/** Flags of a shipment. */
const extra = z.object({ qr_code_requested: z.boolean().optional() }).optional();

const Shipment = z.object({
  address_from: Address,
  address_to: Address,
  extra,
  parcels: z
    .array(
      z.object({
        length: z.string(),
        width: z.string(),
        height: z.string(),
        distance_unit: z.enum(['cm', 'in', 'ft', 'mm', 'm', 'yd']),
        weight: z.string().regex(/^\d*\.?\d+$/),
        mass_unit: z.enum(['g', 'kg', 'lb', 'oz']),
      }),
    )
    .length(1),
  customs_declaration: z
    .object({
      certify: z.literal(true),
      certify_signer: z.string().min(1),
      contents_type: z.string(),
      non_delivery_option: z.string(),
      items: z
        .array(
          z.object({
            description: z.string().min(1),
            quantity: z.int().min(1),
            net_weight: z.string(),
            mass_unit: z.string(),
            value_amount: z.string(),
            value_currency: z.string(),
            origin_country: z.string(),
          }),
        )
        .min(1),
    })
    .optional(),
});

const Purchase = z.object({ rate: z.string(), metadata: z.string().max(100).default('') });
const Refund = z.object({ transaction: z.string() });

const account = 'a4391cd4ab974f478f55dc08b5c8e3b3';
const services = {
  home: [
    { name: 'Tracked 48', amount: '3.35', attributes: ['BESTVALUE', 'CHEAPEST'] },
    { name: 'Tracked 24', amount: '4.25', attributes: ['FASTEST'] },
  ],
  abroad: [{ name: 'International Tracked', amount: '11.20', attributes: ['CHEAPEST', 'FASTEST'] }],
};

/** An address with the result of its validation. */
function validated(address: z.infer<typeof Address>) {
  const isValid = !/^ZZ/i.test(address.zip);
  const messages = isValid ? [] : [{ source: 'Shippo', text: 'The postcode was not found.' }];
  return { ...address, validation_results: { is_valid: isValid, messages } };
}

function newId(): string {
  return randomBytes(16).toString('hex');
}

export interface Parts {
  state: SandboxState;
  apiKey: string;
  /** Unix milliseconds. */
  now: () => number;
  origin: () => string;
}

async function bodyOf<Schema extends z.ZodType>(c: Context, schema: Schema) {
  return schema.safeParse(await c.req.json());
}

/** Shippo's calls, with the errors that follow from its documents. */
export function shippoRoutes({ state, apiKey, now, origin }: Parts): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    if (c.req.header('authorization') === `ShippoToken ${apiKey}`) return next();
    return c.json({ detail: 'Invalid token.' }, 401);
  });

  function transaction(label: SoldLabel) {
    return {
      object_id: label.id,
      object_state: 'VALID',
      status: label.givenBackAt === null ? 'SUCCESS' : 'REFUNDED',
      rate: label.rate,
      metadata: label.reference,
      tracking_number: label.trackingNumber,
      label_url: `${origin()}/papers/${label.id}.pdf`,
      ...(label.hasCode && { qr_code_url: `${origin()}/papers/${label.id}.pdf?code` }),
      messages: [],
      test: true,
    };
  }

  routes.post('/shipments', async (c) => {
    const { data, error } = await bodyOf(c, Shipment);
    if (error) return c.json(z.flattenError(error).fieldErrors, 400);
    const { address_from: from, address_to: to } = data;
    const isHome = from.country === 'GB' && to.country === 'GB';
    if (!isHome && !data.customs_declaration) {
      return c.json({ customs_declaration: ['This field is required.'] }, 400);
    }
    // Carriers with a British account collect nothing abroad.
    const sold = from.country === 'GB' ? services[isHome ? 'home' : 'abroad'] : [];
    const rates = sold.map((service) => {
      const id = newId();
      const address = [to.name, to.street1, `${to.city} ${to.zip}`, to.country];
      const hasCode = data.extra?.qr_code_requested === true;
      state.rates.push({ id, hasCode, lines: [`Royal Mail ${service.name}`, ...address] });
      return {
        object_id: id,
        amount: service.amount,
        currency: 'GBP',
        amount_local: service.amount,
        currency_local: 'GBP',
        provider: 'Royal Mail',
        servicelevel: { name: service.name },
        attributes: service.attributes,
        carrier_account: account,
      };
    });
    return c.json(
      {
        object_id: newId(),
        status: 'SUCCESS',
        address_from: validated(from),
        address_to: validated(to),
        rates,
        messages: [],
      },
      201,
    );
  });

  routes.get('/carrier_accounts/:id', (c) =>
    c.req.param('id') === account
      ? c.json({ object_id: account, carrier: 'royal_mail', carrier_name: 'Royal Mail' })
      : c.notFound(),
  );

  routes.post('/transactions', async (c) => {
    const { data } = await bodyOf(c, Purchase);
    const rate = state.rates.find(({ id }) => id === data?.rate);
    if (!data || !rate) return c.json({ rate: ['Rate not found.'] }, 400);
    const sold: SoldLabel = {
      id: newId(),
      reference: data.metadata,
      rate: rate.id,
      trackingNumber: trackingNumber(state.next),
      lines: rate.lines,
      hasCode: rate.hasCode,
      soldAt: now(),
      givenBackAt: null,
    };
    state.next += 1;
    state.labels.push(sold);
    return c.json(transaction(sold), 201);
  });
  routes.get('/transactions', (c) => {
    const rate = c.req.query('rate');
    const results = state.labels.filter((label) => rate === undefined || label.rate === rate);
    return c.json({ next: null, previous: null, results: results.map(transaction) });
  });
  routes.get('/transactions/:id', (c) => {
    const label = state.labels.find(({ id }) => id === c.req.param('id'));
    return label ? c.json(transaction(label)) : c.notFound();
  });

  routes.post('/refunds', async (c) => {
    const { data } = await bodyOf(c, Refund);
    const label = state.labels.find(({ id }) => id === data?.transaction);
    if (!label) return c.json({ transaction: ['Transaction not found.'] }, 400);
    label.givenBackAt = now();
    return c.json({ object_id: newId(), status: 'SUCCESS', transaction: label.id }, 201);
  });

  routes.get('/tracks/:carrier/:number', (c) => {
    const number = c.req.param('number');
    const label = state.labels.find((one) => one.trackingNumber === number);
    const latest = label && latestScan(label, now());
    const status = latest && { status: latest.status, status_date: latest.at };
    return c.json({
      carrier: c.req.param('carrier'),
      tracking_number: number,
      tracking_status: status ?? null,
    });
  });
  return routes;
}
