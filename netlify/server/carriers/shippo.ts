import { z } from 'zod';
import { company } from '#brand/company.ts';
import { parseAddress } from '#domain/postal/parse-address.ts';
import { environment } from '../environment.ts';
import { carrierMessages } from '../messages/carriers.ts';
import { type Carrier, CarrierAway, type Parcel, type Purchase, type Scan } from './carrier.ts';
import { bodyOf, type CarrierCall, callCarrier, pdfOf } from './carrier-call.ts';
import { dialledNumber } from './dialled-number.ts';
import { labelAddress } from './label-address.ts';
import { customsText, fittingText, kilograms } from './piece-text.ts';

// Shippo's API, version 2018-02-08: https://docs.goshippo.com/shippoapi/public-api/

const Messages = z.array(z.object({ text: z.string() })).nullish();

const Rate = z.object({
  object_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  amount_local: z.string().nullish(),
  currency_local: z.string().nullish(),
  provider: z.string(),
  servicelevel: z.object({ name: z.string() }),
  attributes: z.array(z.string()).nullish(),
  carrier_account: z.string(),
});
type Rate = z.infer<typeof Rate>;

const Address = z.object({
  validation_results: z.object({ is_valid: z.boolean(), messages: Messages }).partial().nullish(),
});

const Shipment = z.object({
  address_from: Address,
  address_to: Address,
  rates: z.array(Rate),
  messages: Messages,
});

const Account = z.object({ carrier: z.string() });

const Transaction = z.object({
  object_id: z.string(),
  status: z.string(),
  tracking_number: z.string().nullish(),
  label_url: z.string().nullish(),
  qr_code_url: z.string().nullish(),
  messages: Messages,
});
type Transaction = z.infer<typeof Transaction>;

const Refund = z.object({ status: z.string() });

const Track = z.object({
  tracking_status: z.object({ status: z.string(), status_date: z.string() }).nullable(),
});

/** Content of a webhook's event `track_updated`. */
export const ShippoEvent = z.object({
  event: z.literal('track_updated'),
  data: z.object({ tracking_number: z.string() }),
});

const scans: Readonly<Record<string, Scan['scan']>> = {
  PRE_TRANSIT: 'announced',
  TRANSIT: 'on_the_way',
  DELIVERED: 'delivered',
  RETURNED: 'returned',
  FAILURE: 'failed',
};

/** Largest size of Royal Mail's formats in centimetres: length, width, height. */
const sizes: Readonly<Record<string, [length: string, width: string, height: string]>> = {
  'Large letter': ['35.3', '25', '2.5'],
  'Small parcel': ['45', '35', '16'],
  'Medium parcel': ['61', '46', '46'],
};
const usualSize = ['45', '35', '16'] as const;

function call(path: string, { body, method }: Pick<CarrierCall, 'body' | 'method'> = {}) {
  const { SHIPPO_API_KEY, SHIPPO_API_BASE } = environment();
  if (!SHIPPO_API_KEY) throw new CarrierAway('SHIPPO_API_KEY is not set');
  return callCarrier({
    url: `${SHIPPO_API_BASE ?? 'https://api.goshippo.com'}${path}`,
    headers: { Authorization: `ShippoToken ${SHIPPO_API_KEY}`, 'Shippo-API-Version': '2018-02-08' },
    ...(body !== undefined && { body, method: method ?? 'POST' }),
  });
}

function textOf(messages: z.infer<typeof Messages>, otherwise: string): string {
  return (messages ?? []).map(({ text }) => text).join(' ') || otherwise;
}

/** Every text in an error's body, whose form differs by call. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

async function refusalIn(response: Response): Promise<{ refused: string }> {
  const texts = textsIn(await bodyOf(response, z.unknown())).join(' ');
  return { refused: texts || carrierMessages.refused(response.status) };
}

/** The shop's own address. */
function shopAddress() {
  const [name = '', ...rest] = company.returnsAddress.split(/,\s*/);
  const known = parseAddress(rest.join(', '), 'GB');
  return {
    name,
    company: company.legalName,
    street1: known?.line1 ?? rest.join(', '),
    city: known?.town ?? '',
    zip: known?.postcode ?? '',
    country: 'GB',
    email: company.email,
  };
}

function customerAddress({ label, email, phone }: Parcel) {
  const { name, first, second, third, town, region, postcode, country } = labelAddress(label);
  return {
    name,
    street1: first,
    street2: second,
    street3: third,
    city: town,
    state: region,
    zip: postcode,
    country,
    phone: dialledNumber(phone),
    email,
    validate: true,
  };
}

/** Declaration of goods that cross a border. Duties are the recipient's, as in Royal Mail's file. */
function customs({ lines, label }: Parcel, isReturn: boolean) {
  return {
    certify: true,
    certify_signer: isReturn ? label.name : company.legalName,
    contents_type: isReturn ? 'RETURN_MERCHANDISE' : 'MERCHANDISE',
    non_delivery_option: 'RETURN',
    incoterm: 'DDU',
    items: lines.map((line) => ({
      description: fittingText(customsText(line), 50),
      quantity: line.quantity,
      net_weight: kilograms((line.weight_grams ?? 0) * line.quantity),
      mass_unit: 'kg',
      value_amount: ((line.unit_pence * line.quantity) / 100).toFixed(2),
      value_currency: 'GBP',
      tariff_number: line.hs_code,
      origin_country: line.origin_country ?? '',
    })),
  };
}

/** A rate's price in pence; null in another currency. */
function penceOf({ amount, currency, amount_local, currency_local }: Rate): number | null {
  const pounds = currency === 'GBP' ? amount : currency_local === 'GBP' ? amount_local : null;
  return pounds === null || pounds === undefined ? null : Math.round(Number(pounds) * 100);
}

/** The fastest rate for an express order, otherwise the cheapest. */
function bestRate(rates: readonly Rate[], express: boolean): Rate | undefined {
  const byPrice = rates.toSorted(
    (one, other) => (penceOf(one) ?? Infinity) - (penceOf(other) ?? Infinity),
  );
  const fastest = byPrice.find(({ attributes }) => attributes?.includes('FASTEST'));
  return (express ? fastest : undefined) ?? byPrice[0];
}

/** Names of carriers in calls for tracking, by account. */
const trackers = new Map<string, string>();

async function trackerOf(account: string): Promise<string> {
  const known = trackers.get(account);
  if (known !== undefined) return known;
  const { carrier } = await bodyOf(await call(`/carrier_accounts/${account}`), Account);
  trackers.set(account, carrier);
  return carrier;
}

function purchaseOf(sold: Transaction): Purchase {
  const { object_id, status, tracking_number, qr_code_url, messages } = sold;
  switch (status) {
    case 'SUCCESS':
    case 'REFUNDPENDING':
    case 'REFUNDREJECTED':
      return {
        purchase: object_id,
        tracking_number: tracking_number || null,
        has_code: Boolean(qr_code_url),
      };
    case 'QUEUED':
    case 'WAITING':
      return 'waits';
    default:
      return { refused: textOf(messages, carrierMessages.notBought) };
  }
}

async function transaction(purchase: string): Promise<Transaction> {
  return bodyOf(await call(`/transactions/${purchase}`), Transaction);
}

/**
 * Labels of any carrier with an account at Shippo. A return gets an ordinary label with the addresses swapped, as the
 * carriers outside the United States need it: https://docs.goshippo.com/docs/shipments/returns/
 */
export const shippo: Carrier = {
  async quote(parcel, isReturn = false) {
    const { orders, label, grams, format, express } = parcel;
    if (grams === null) return { refused: carrierMessages.weightUnknown };
    const [length, width, height] = sizes[format ?? ''] ?? usualSize;
    const response = await call('/shipments', {
      body: {
        address_from: isReturn ? customerAddress(parcel) : shopAddress(),
        address_to: isReturn ? shopAddress() : customerAddress(parcel),
        parcels: [
          {
            length,
            width,
            height,
            distance_unit: 'cm',
            weight: kilograms(grams),
            mass_unit: 'kg',
          },
        ],
        ...(label.country !== 'GB' && { customs_declaration: customs(parcel, isReturn) }),
        ...(isReturn && { extra: { qr_code_requested: true } }),
        metadata: `Order ${orders.join(', ')}`.slice(0, 100),
        async: false,
      },
    });
    if (!response.ok) return refusalIn(response);
    const { address_from, address_to, rates, messages } = await bodyOf(response, Shipment);
    const { validation_results: address } = isReturn ? address_from : address_to;
    if (address?.is_valid === false) {
      return { refused: textOf(address.messages, carrierMessages.addressUnknown) };
    }
    const rate = bestRate(rates, express);
    if (!rate) return { refused: textOf(messages, carrierMessages.notTaken) };
    const { object_id: quote, provider, servicelevel, carrier_account } = rate;
    const tracker = await trackerOf(carrier_account);
    return {
      quote,
      service: servicelevel.name,
      posted_with: provider,
      tracker,
      pence: penceOf(rate),
    };
  },

  async find({ quote }) {
    const found = await call(`/transactions?rate=${encodeURIComponent(quote)}`);
    const { results } = await bodyOf(found, z.object({ results: z.array(Transaction) }));
    const purchases = results.map(purchaseOf);
    return (
      purchases.find((one) => typeof one === 'object' && 'purchase' in one) ??
      purchases.find((one) => one === 'waits') ??
      purchases[0] ??
      null
    );
  },

  async buy({ quote, reference }) {
    const response = await call('/transactions', {
      body: { rate: quote, metadata: reference, label_file_type: 'PDF_4x6', async: false },
    });
    if (!response.ok) return refusalIn(response);
    return purchaseOf(await bodyOf(response, Transaction));
  },

  async paper(purchase) {
    const { label_url: url } = await transaction(purchase);
    if (!url) throw new CarrierAway('Shippo has no PDF of the label');
    return pdfOf(await callCarrier({ url, headers: {} }));
  },

  async code(purchase) {
    return (await transaction(purchase)).qr_code_url || null;
  },

  async giveBack(purchase) {
    const { status } = await transaction(purchase);
    if (status === 'REFUNDED') return 'voided';
    if (status === 'REFUNDPENDING') return 'waits';
    if (status === 'REFUNDREJECTED') return { refused: carrierMessages.notVoided };
    const response = await call('/refunds', { body: { transaction: purchase, async: false } });
    if (!response.ok) return refusalIn(response);
    const refund = await bodyOf(response, Refund);
    if (refund.status === 'SUCCESS') return 'voided';
    return refund.status === 'ERROR' ? { refused: carrierMessages.notVoided } : 'waits';
  },

  async track(tracker, number) {
    const path = `/tracks/${encodeURIComponent(tracker)}/${encodeURIComponent(number)}`;
    const { tracking_status: latest } = await bodyOf(await call(path), Track);
    const scan = latest && scans[latest.status];
    return latest && scan ? { scan, at: latest.status_date } : null;
  },
};
