import { pence, poundsText } from '#domain/money/money.ts';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import type { ShippingZone } from '#domain/enums.ts';
import { shippingZone } from '#domain/countries/shipping-zone.ts';
import { RETURN_DAYS } from '#domain/basics/return-periods.ts';
import { HANDLING_DAYS } from '#domain/catalogue/promises.ts';
import type { ShippingRate } from '#content/charges-loaders.ts';
import type { JsonLdNode } from './json-ld.ts';

/** Maximum countries per return policy: https://developers.google.com/search/docs/appearance/structured-data/return-policy */
const MAX_COUNTRIES_PER_POLICY = 50;

/** The shop's countries with an ISO 3166-1 code; Kosovo has none. */
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

/** Delivery of one product to a zone: https://schema.org/OfferShippingDetails */
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
 * The shipping policy of the whole shop.
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

/** The return policy for the United Kingdom: https://schema.org/MerchantReturnPolicy */
export function domesticReturnFacts(): JsonLdNode {
  return { ...returnPolicy(['GB']), '@id': '#returns' };
}

/** The same policy for every country the shop ships to, split into as many nodes as needed. */
export function returnFacts(): JsonLdNode[] {
  const codes = COUNTRIES.map(({ code }) => code);
  const policies = Math.ceil(codes.length / MAX_COUNTRIES_PER_POLICY);
  return Array.from({ length: policies }, (_, index) => index * MAX_COUNTRIES_PER_POLICY).map(
    (first) => returnPolicy(codes.slice(first, first + MAX_COUNTRIES_PER_POLICY)),
  );
}
