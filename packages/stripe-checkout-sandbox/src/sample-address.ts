import type Stripe from 'stripe';

type Delivery = Stripe.Checkout.Session.CollectedInformation.ShippingDetails;

/** Line, town, state and postcode of an address, by country. */
const SAMPLES: Record<string, [string, string, string | null, string]> = {
  GB: ['1 Sample Street', 'London', null, 'N1 1AA'],
  GG: ['1 Sample Street', 'St Peter Port', null, 'GY1 1AA'],
  JE: ['1 Sample Street', 'St Helier', null, 'JE2 3AA'],
  IE: ['1 Sample Street', 'Dublin', null, 'D02 X285'],
  US: ['1 Sample Street', 'New York', 'NY', '10001'],
  CA: ['1 Sample Street', 'Toronto', 'ON', 'M5V 3L9'],
  AU: ['1 Sample Street', 'Sydney', 'NSW', '2000'],
};

/** Phone number of a wallet; null if the page does not ask for one. A number for fiction (ofcom.org.uk). */
export function samplePhone(session: Stripe.Checkout.Session): string | null {
  return session.phone_number_collection?.enabled === true ? '+447700900123' : null;
}

/** Address that prefills the payment page; null if the page does not ask for one. */
export function sampleDelivery(session: Stripe.Checkout.Session): Delivery | null {
  const [country] = session.shipping_address_collection?.allowed_countries ?? [];
  if (country === undefined) return null;
  const [line1, city, state, postal_code] = SAMPLES[country] ?? [
    '1 Sample Street',
    'Sampletown',
    null,
    '1000',
  ];
  return {
    name: 'Test Shopper',
    address: { line1, line2: null, city, state, postal_code, country },
  };
}
