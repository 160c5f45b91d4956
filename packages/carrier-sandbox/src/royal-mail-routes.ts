import { Hono } from 'hono';
import { z } from 'zod';
import { trackingNumber } from './journey.ts';
import { labelPdf } from './label-pdf.ts';
import type { Parts } from './shippo-routes.ts';
import type { SoldLabel } from './state.ts';

// The calls of Royal Mail's Click & Drop API, version 1, that sell labels:
// https://api.parcel.royalmail.com/doc/v1/click-and-drop-api-v1.yaml

/** An amount of money: "multipleOf: 0.01, minimum: 0, maximum: 999999". */
const amount = z.number().multipleOf(0.01).min(0).max(999_999);
const line = z.string().max(100);

const Order = z.object({
  orderReference: z.string().max(40).optional(),
  recipient: z.object({
    address: z.object({
      fullName: z.string().max(210).optional(),
      addressLine1: line,
      addressLine2: line.optional(),
      addressLine3: line.optional(),
      city: line,
      county: line.optional(),
      postcode: z.string().max(20).optional(),
      countryCode: z.string().max(3),
    }),
    phoneNumber: z.string().max(25).optional(),
    emailAddress: z.string().max(254).optional(),
  }),
  orderDate: z.iso.datetime(),
  subtotal: amount,
  shippingCostCharged: amount,
  total: amount,
  currencyCode: z.string().max(3).optional(),
  packages: z.array(
    z.object({
      weightInGrams: z.int().min(1).max(30_000),
      packageFormatIdentifier: z.enum([
        'undefined',
        'letter',
        'largeLetter',
        'smallParcel',
        'mediumParcel',
        'largeParcel',
        'parcel',
        'documents',
      ]),
      contents: z.array(
        z.object({
          name: z.string().max(800).optional(),
          quantity: z.int().min(1).max(999_999),
          unitValue: amount,
          unitWeightInGrams: z.int().min(0).max(999_999),
          customsDescription: z.string().max(50).optional(),
          customsCode: z.string().max(10).nullish(),
          originCountryCode: z.string().max(3).optional(),
        }),
      ),
    }),
  ),
  postageDetails: z.object({ serviceCode: z.string().max(10).optional() }).optional(),
  label: z.object({ includeLabelInResponse: z.boolean() }).optional(),
});

const Orders = z.object({ items: z.array(z.unknown()) });

function shown({ id, reference, trackingNumber: number, soldAt }: SoldLabel) {
  const createdOn = new Date(soldAt).toISOString();
  return {
    orderIdentifier: Number(id),
    orderReference: reference,
    createdOn,
    printedOn: createdOn,
    trackingNumber: number,
  };
}

function pdfOf(label: SoldLabel): Uint8Array {
  return labelPdf([...label.lines, label.trackingNumber]);
}

/** Royal Mail's calls, with the errors that follow from its document. */
export function royalMailRoutes({ state, apiKey, now }: Omit<Parts, 'origin'>): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    if (c.req.header('authorization') === `Bearer ${apiKey}`) return next();
    return c.body(null, 401);
  });

  /** The orders that a path names: numbers, or references in quotation marks, separated by semicolons. */
  function named(identifiers: string): SoldLabel[] {
    const wanted = new Set(identifiers.split(';').map((one) => decodeURIComponent(one)));
    return state.labels.filter(
      ({ id, reference, givenBackAt }) =>
        givenBackAt === null && (wanted.has(id) || wanted.has(`"${reference}"`)),
    );
  }

  routes.get('/version', (c) => c.json({ releaseDate: '2026-01-01T00:00:00Z' }));
  routes.post('/orders', async (c) => {
    const { data } = Orders.safeParse(await c.req.json());
    if (!data) return c.json({ message: 'The request cannot be parsed.' }, 400);
    const createdOrders: object[] = [];
    const failedOrders: object[] = [];
    for (const item of data.items) {
      const { data: order, error } = Order.safeParse(item);
      const address = order?.recipient.address;
      if (!order || !address || /^ZZ/i.test(address.postcode ?? '')) {
        const errorMessage = error ? z.prettifyError(error) : 'The postcode was not found.';
        failedOrders.push({ order: item, errors: [{ errorCode: 1, errorMessage }] });
        continue;
      }
      const sold: SoldLabel = {
        id: String(1000 + state.next),
        reference: order.orderReference ?? '',
        rate: '',
        trackingNumber: trackingNumber(state.next),
        lines: ['Royal Mail', address.fullName ?? '', address.addressLine1, address.city],
        hasCode: false,
        soldAt: now(),
        givenBackAt: null,
      };
      state.next += 1;
      state.labels.push(sold);
      const label = Buffer.from(pdfOf(sold)).toString('base64');
      createdOrders.push({
        ...shown(sold),
        ...(order.label?.includeLabelInResponse && { label, labelErrors: [] }),
      });
    }
    const counts = { successCount: createdOrders.length, errorsCount: failedOrders.length };
    return c.json({ ...counts, createdOrders, failedOrders });
  });
  routes.get('/orders', (c) => c.json({ orders: state.labels.slice(0, 25).map(shown) }));
  routes.get('/orders/:identifiers', (c) => {
    const found = named(c.req.param('identifiers'));
    return found.length > 0 ? c.json(found.map(shown)) : c.body(null, 404);
  });
  routes.delete('/orders/:identifiers', (c) => {
    const found = named(c.req.param('identifiers'));
    if (found.length === 0) return c.body(null, 404);
    for (const label of found) label.givenBackAt = now();
    return c.json({ deletedOrders: found.map(shown), errors: [] });
  });
  routes.get('/orders/:identifiers/label', (c) => {
    const [label] = named(c.req.param('identifiers'));
    if (!label) return c.body(null, 404);
    const headers = { 'Content-Type': 'application/pdf' };
    return new Response(Uint8Array.from(pdfOf(label)), { headers });
  });
  return routes;
}
