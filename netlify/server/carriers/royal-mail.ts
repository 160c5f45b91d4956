import { z } from 'zod';
import { environment } from '../environment.ts';
import { carrierMessages } from '../messages/carriers.ts';
import { type Carrier, CarrierAway, type Parcel, type Purchase } from './carrier.ts';
import { bodyOf, type CarrierCall, callCarrier, pdfOf } from './carrier-call.ts';
import { dialledNumber } from './dialled-number.ts';
import { labelAddress } from './label-address.ts';
import { customsText, fittingText } from './piece-text.ts';

// Royal Mail's Click & Drop API, version 1: https://api.parcel.royalmail.com/doc/v1/click-and-drop-api-v1.yaml

const Sold = z.object({
  orderIdentifier: z.int(),
  trackingNumber: z.string().nullish(),
  packages: z.array(z.object({ trackingNumber: z.string().nullish() })).nullish(),
});

const Faults = z.array(z.object({ message: z.string().nullish() })).nullish();

const Created = z.object({
  createdOrders: z.array(Sold.extend({ labelErrors: Faults })).nullish(),
  failedOrders: z
    .array(
      z.object({ errors: z.array(z.object({ errorMessage: z.string().nullish() })).nullish() }),
    )
    .nullish(),
});

const Deleted = z.object({ deletedOrders: z.array(z.unknown()).nullish(), errors: Faults });

const Refused = z.object({ message: z.string() });

function call(path: string, { body, method }: Pick<CarrierCall, 'body' | 'method'> = {}) {
  const { ROYAL_MAIL_API_KEY, ROYAL_MAIL_API_BASE } = environment();
  if (!ROYAL_MAIL_API_KEY) throw new CarrierAway('ROYAL_MAIL_API_KEY is not set');
  return callCarrier({
    url: `${ROYAL_MAIL_API_BASE ?? 'https://api.parcel.royalmail.com'}/api/v1${path}`,
    headers: { Authorization: `Bearer ${ROYAL_MAIL_API_KEY}` },
    ...(method && { method }),
    ...(body !== undefined && { body, method: 'POST' }),
  });
}

function purchaseOf({ orderIdentifier, trackingNumber, packages }: z.infer<typeof Sold>): Purchase {
  const number = trackingNumber || packages?.[0]?.trackingNumber;
  return { purchase: String(orderIdentifier), tracking_number: number || null, has_code: false };
}

function textOf(texts: readonly (string | null | undefined)[], otherwise: string): string {
  return texts.filter(Boolean).join(' ') || otherwise;
}

function pounds(pence: number): number {
  return pence / 100;
}

function recipient({ label, email, phone }: Parcel) {
  const { name, first, second, third, town, region, postcode, country } = labelAddress(label);
  return {
    address: {
      fullName: name,
      addressLine1: first,
      addressLine2: second,
      addressLine3: third,
      city: town,
      county: region,
      postcode,
      countryCode: country,
    },
    phoneNumber: dialledNumber(phone).slice(0, 25),
    emailAddress: email,
  };
}

/** Pieces as lines of the order. Without an SKU, which would overwrite a product of the account. */
function contents({ lines }: Parcel) {
  return lines.map((line) => ({
    name: line.product_name,
    quantity: line.quantity,
    unitValue: pounds(line.unit_pence),
    unitWeightInGrams: line.weight_grams ?? 0,
    customsDescription: fittingText(customsText(line), 50),
    customsCode: line.hs_code,
    originCountryCode: line.origin_country ?? '',
    customsDeclarationCategory: 'saleOfGoods',
  }));
}

/** The parcel as an order of Click & Drop, with its label in the response. */
function orderOf(reference: string, parcel: Parcel) {
  const { orders, placed_on, grams, format, service, label, lines } = parcel;
  const goods = pounds(lines.reduce((sum, line) => sum + line.unit_pence * line.quantity, 0));
  return {
    orderReference: reference,
    recipient: recipient(parcel),
    orderDate: `${placed_on}T00:00:00Z`,
    specialInstructions: `Order ${orders.join(', ')}`,
    subtotal: goods,
    shippingCostCharged: 0,
    total: goods,
    currencyCode: 'GBP',
    packages: [
      {
        weightInGrams: grams,
        packageFormatIdentifier: (format ?? '')
          .toLowerCase()
          .replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
        contents: contents(parcel),
      },
    ],
    postageDetails: { serviceCode: service },
    label: { includeLabelInResponse: true, includeCN: label.country !== 'GB' },
  };
}

/** An order's reference in a path: https://api.parcel.royalmail.com/#tag/Orders, orderIdentifiers. */
function byReference(reference: string): string {
  return `/orders/${encodeURIComponent(`"${reference}"`)}`;
}

async function remove(order: string) {
  return call(`/orders/${order}`, { method: 'DELETE' });
}

/**
 * Labels of an account of Royal Mail. Its API states no prices, scans nothing and was published without labels for
 * returns: prices are those of the packing rules.
 */
export const royalMail: Carrier = {
  async quote({ grams, service, service_pence }, isReturn = false) {
    if (isReturn) return { refused: carrierMessages.noReturns };
    if (grams === null) return { refused: carrierMessages.weightUnknown };
    if (service === null) return { refused: carrierMessages.noRule };
    const carrier = 'Royal Mail';
    return { quote: '', service, posted_with: carrier, tracker: carrier, pence: service_pence };
  },

  async find({ reference }) {
    const response = await call(byReference(reference));
    // Any other failure, even of the request itself, must not lead to a second purchase.
    if (response.status === 404) return null;
    const [sold] = await bodyOf(response, z.array(Sold));
    return sold ? purchaseOf(sold) : null;
  },

  async buy({ reference }, parcel) {
    const response = await call('/orders', { body: { items: [orderOf(reference, parcel)] } });
    if (!response.ok) return { refused: (await bodyOf(response, Refused)).message };
    const { createdOrders, failedOrders } = await bodyOf(response, Created);
    const [sold] = createdOrders ?? [];
    if (!sold) {
      const faults = (failedOrders ?? []).flatMap(({ errors }) => errors ?? []);
      const texts = faults.map(({ errorMessage }) => errorMessage);
      return { refused: textOf(texts, carrierMessages.notBought) };
    }
    if (!sold.labelErrors?.length) return purchaseOf(sold);
    // An order without a label would wait in the account for ever.
    await remove(String(sold.orderIdentifier));
    const texts = sold.labelErrors.map(({ message }) => message);
    return { refused: textOf(texts, carrierMessages.notBought) };
  },

  async paper(purchase) {
    const query = 'documentType=postageLabel&includeReturnsLabel=false';
    return pdfOf(await call(`/orders/${purchase}/label?${query}`));
  },

  code: async () => null,

  async giveBack(purchase) {
    const response = await remove(purchase);
    if (response.status === 404) return 'voided';
    const { deletedOrders, errors } = await bodyOf(response, Deleted);
    if (deletedOrders?.length) return 'voided';
    const texts = (errors ?? []).map(({ message }) => message);
    return { refused: textOf(texts, carrierMessages.notVoided) };
  },

  track: async () => null,
};
