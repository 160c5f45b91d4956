import { pence, poundsText } from '#domain/money.ts';
import { SHIPPING_COUNTRIES } from '#domain/countries.ts';
import { shippingZone } from '#domain/shipping-zone.ts';
import type { ShippingZone } from '#domain/shipping-zone.ts';
import { HANDLING_DAYS, RETURN_DAYS } from '#domain/promises.ts';
import type { ShippingRate } from '#content/charges-loaders.ts';
import type { JsonLdNode } from './json-ld.ts';

/** More countries than this a return policy may not name: https://developers.google.com/search/docs/appearance/structured-data/return-policy */
const COUNTRIES_OF_A_POLICY = 50;

/** The shop's countries by the codes that machines know: ISO 3166-1, which has none for Kosovo. */
const COUNTRIES = SHIPPING_COUNTRIES.filter(({ code }) => code !== 'XK');

const days = (minValue: number, maxValue: number): JsonLdNode => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
});

const price = (rate: ShippingRate): JsonLdNode => ({
  '@type': 'MonetaryAmount',
  value: poundsText(pence(rate.amount_pence)),
  currency: 'GBP',
});

const regions = (wanted: ShippingZone): JsonLdNode[] =>
  COUNTRIES.filter(({ code }) => shippingZone(code) === wanted).map(({ code }) => ({
    '@type': 'DefinedRegion',
    addressCountry: code,
  }));

/** How one product comes to a zone: https://schema.org/OfferShippingDetails */
export function deliveryFacts(rate: ShippingRate): JsonLdNode {
  return {
    '@type': 'OfferShippingDetails',
    '@id': `#delivery-${rate.zone}`,
    shippingRate: price(rate),
    shippingDestination: regions(rate.zone),
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days(0, HANDLING_DAYS),
      transitTime: days(rate.min_business_days, rate.max_business_days),
    },
  };
}

const BUSINESS_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

const period = (duration: JsonLdNode): JsonLdNode => ({
  '@type': 'ServicePeriod',
  duration,
  businessDays: BUSINESS_DAYS.map((day) => `https://schema.org/${day}`),
});

/**
 * How everything comes to everywhere, for the shop as a whole.
 * @see https://developers.google.com/search/docs/appearance/structured-data/shipping-policy
 */
export function shippingServiceFacts(rates: readonly ShippingRate[]): JsonLdNode {
  return {
    '@type': 'ShippingService',
    fulfillmentType: 'https://schema.org/FulfillmentTypeDelivery',
    handlingTime: period(days(0, HANDLING_DAYS)),
    shippingConditions: rates.map((rate) => ({
      '@type': 'ShippingConditions',
      shippingDestination: regions(rate.zone),
      shippingRate: price(rate),
      transitTime: period(days(rate.min_business_days, rate.max_business_days)),
    })),
  };
}

function returnPolicy(countries: readonly string[]): JsonLdNode {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: countries,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: RETURN_DAYS,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    itemDefectReturnFees: 'https://schema.org/FreeReturn',
    refundType: ['https://schema.org/FullRefund', 'https://schema.org/ExchangeRefund'],
  };
}

/** The rule for returns in the United Kingdom: https://schema.org/MerchantReturnPolicy */
export function domesticReturnFacts(): JsonLdNode {
  return { ...returnPolicy(['GB']), '@id': '#returns' };
}

/** The same rule for every country that the shop ships to, in as many policies as it takes. */
export function returnFacts(): JsonLdNode[] {
  const codes = COUNTRIES.map(({ code }) => code);
  const policies = Math.ceil(codes.length / COUNTRIES_OF_A_POLICY);
  return Array.from({ length: policies }, (_, index) => index * COUNTRIES_OF_A_POLICY).map(
    (first) => returnPolicy(codes.slice(first, first + COUNTRIES_OF_A_POLICY)),
  );
}
