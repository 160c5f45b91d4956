import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { factNames, facts, listedFacts, shownLine } from '#domain/catalogue/product-facts.ts';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { parsePrice } from '#domain/money/money.ts';
import { siteUrl } from '../support/awkward-site.ts';
import { builtFile, builtPages, catalogueColours } from '../support/site-pages.ts';

const pages = builtPages();

const Graph = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.looseObject({ '@type': z.string() })),
});

/** A page's JSON-LD objects of a type. */
function thingsOf({ jsonLd }: (typeof pages)[number], type: string): unknown[] {
  return jsonLd()
    .flatMap((block) => Graph.parse(block)['@graph'])
    .filter((thing) => thing['@type'] === type);
}

const Absolute = z.url().refine((address) => address.startsWith(`${siteUrl}/`));
const BuiltPage = Absolute.refine((address) => builtFile(address) !== undefined);
const Reference = z.strictObject({ '@id': z.string().startsWith('#') });
const Days = z.object({
  '@type': z.literal('QuantitativeValue'),
  minValue: z.int().min(0),
  maxValue: z.int().min(0),
  unitCode: z.literal('DAY'),
});
const Country = z.string().regex(/^[A-Z]{2}$/);
const Money = z.object({
  '@type': z.literal('MonetaryAmount'),
  value: z.string().regex(/^\d+\.\d\d$/),
  currency: z.literal('GBP'),
});
const Regions = z
  .array(z.object({ '@type': z.literal('DefinedRegion'), addressCountry: Country }))
  .min(1);

/** https://developers.google.com/search/docs/appearance/structured-data/merchant-listing */
const Offer = z.strictObject({
  '@type': z.literal('Offer'),
  url: BuiltPage,
  price: z.string().regex(/^\d+\.\d\d$/),
  priceCurrency: z.literal('GBP'),
  priceSpecification: z.strictObject({
    '@type': z.literal('UnitPriceSpecification'),
    price: z.string(),
    priceCurrency: z.literal('GBP'),
    valueAddedTaxIncluded: z.literal(true),
  }),
  availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
  itemCondition: z.literal('https://schema.org/NewCondition'),
  shippingDetails: Reference,
  hasMerchantReturnPolicy: Reference,
});
/** A picture, or one with what it shows. */
const Picture = z.union([
  Absolute,
  z.strictObject({
    '@type': z.literal('ImageObject'),
    url: Absolute.regex(/-worn\.jpg$/),
    caption: z.string().regex(/, worn$/),
  }),
]);
/** Fields of a product in one of its colours. */
const ofColour = {
  sku: z.string().min(1),
  mpn: z.string().min(1).optional(),
  gtin: z.string().min(1).optional(),
  color: z.string().min(1),
  image: z.array(Picture).min(1).optional(),
  offers: Offer,
};
const ofProduct = {
  name: z.string().min(1),
  description: z.string().min(1),
  url: BuiltPage,
  category: z.string().min(1),
  ...Object.fromEntries(
    Object.values(facts).flatMap(({ schemaOrg, ...row }) => {
      if (schemaOrg === undefined) return [];
      const told =
        'longest' in row
          ? z.string().min(1).max(row.longest)
          : z.strictObject({
              '@type': z.literal('QuantitativeValue'),
              value: z.int().min(row.least).max(row.most),
              unitCode: z.literal(row.unitCode),
            });
      return [[schemaOrg, told.optional()]];
    }),
  ),
  countryOfOrigin: z
    .strictObject({ '@type': z.literal('Country'), name: z.string().min(3) })
    .optional(),
  additionalProperty: z
    .array(
      z.strictObject({
        '@type': z.literal('PropertyValue'),
        name: z.enum(Object.values(facts).map(({ label }) => label)),
        value: z.union([z.string().min(1), z.int()]),
        unitCode: z.string().optional(),
      }),
    )
    .min(1)
    .optional(),
  manufacturer: z.strictObject({
    '@type': z.literal('Organization'),
    name: z.literal('Minicia Ltd'),
    address: z.string().min(1),
    email: z.email(),
  }),
  brand: z.strictObject({ '@type': z.literal('Brand'), name: z.literal('Minicia') }),
};
const isProduct = { '@type': z.literal('Product') };
/** https://developers.google.com/search/docs/appearance/structured-data/product-variants */
const Product = z.union([
  z.strictObject({
    '@type': z.literal('ProductGroup'),
    ...ofProduct,
    productGroupID: z.string().regex(/^\d+$/),
    variesBy: z.literal('https://schema.org/color'),
    hasVariant: z.array(z.strictObject({ ...isProduct, ...ofColour, name: z.string() })).min(2),
  }),
  z.strictObject({ ...isProduct, ...ofProduct, ...ofColour }),
  z.strictObject({ ...isProduct, ...ofProduct, sku: z.string().regex(/^\d+$/) }),
]);

/** The page's single product, with its colours. */
function productOf(page: (typeof pages)[number]) {
  const things = ['Product', 'ProductGroup'].flatMap((type) => thingsOf(page, type));
  expect(things).toHaveLength(1);
  const product = Product.parse(things[0]);
  if ('hasVariant' in product) return { product, variants: product.hasVariant };
  return { product, variants: 'offers' in product ? [product] : [] };
}
/** https://developers.google.com/search/docs/appearance/structured-data/return-policy */
const ReturnPolicy = z.object({
  '@type': z.literal('MerchantReturnPolicy'),
  applicableCountry: z.array(Country).min(1).max(50),
  returnPolicyCategory: z.literal('https://schema.org/MerchantReturnFiniteReturnWindow'),
  merchantReturnDays: z.literal(30),
  returnMethod: z.literal('https://schema.org/ReturnByMail'),
  returnFees: z.literal('https://schema.org/ReturnFeesCustomerResponsibility'),
  itemDefectReturnFees: z.literal('https://schema.org/FreeReturn'),
  refundType: z.array(
    z.enum(['https://schema.org/FullRefund', 'https://schema.org/ExchangeRefund']),
  ),
});
const Delivery = z.object({
  '@type': z.literal('OfferShippingDetails'),
  shippingRate: Money,
  shippingDestination: Regions,
  deliveryTime: z.object({
    '@type': z.literal('ShippingDeliveryTime'),
    handlingTime: Days,
    transitTime: Days,
  }),
});
/** https://developers.google.com/search/docs/appearance/structured-data/breadcrumb */
const Breadcrumbs = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int(),
        name: z.string().min(1),
        item: BuiltPage,
      }),
    )
    .min(2),
});

const colours = await catalogueColours();

describe.each(pages.filter(({ path }) => path.startsWith('/product-details/')))(
  'the facts of $path',
  (page) => {
    const id = Number(page.path.match(/\d+/)?.[0]);
    const known = colours.filter(({ product }) => product === id);

    test('are a product, or a group of variants by colour, with an offer each', () => {
      const { product, variants } = productOf(page);
      expect(product.url).toBe(`${siteUrl}/product-details/${id}`);
      expect('hasVariant' in product ? product.productGroupID : `${id}`).toBe(`${id}`);
      const offers = variants.map(
        ({ sku, color, image, offers: { url, price, availability } }) => ({
          sku,
          color,
          pictures: image?.length ?? 0,
          url,
          pence: parsePrice(price),
          availability,
        }),
      );
      expect(offers).toEqual(
        known.map(({ variant, color, quantity, pence, pictures }) => ({
          sku: `${id}-${variant}`,
          color,
          pictures,
          url: `${siteUrl}/product-details/${id}?colour=${variant}`,
          pence,
          availability: `https://schema.org/${quantity > 0 ? 'InStock' : 'OutOfStock'}`,
        })),
      );
    });

    test('contain the same facts as the page', () => {
      const { product } = productOf(page);
      const told = known[0]?.told;
      const named = new Map(
        (product.additionalProperty ?? []).map(({ name, value }) => [name, value]),
      );
      const terms = new Map<string, unknown>(Object.entries(product));
      const paragraphs = page.texts('p');
      for (const fact of factNames) {
        const { schemaOrg, label, ...row } = facts[fact];
        const fromShop = told?.[fact] ?? undefined;
        const value = schemaOrg === undefined ? named.get(label) : terms.get(schemaOrg);
        const isAmount = typeof fromShop === 'number' && schemaOrg !== undefined;
        const unitCode = 'unitCode' in row ? row.unitCode : undefined;
        const amount = { '@type': 'QuantitativeValue', value: fromShop, unitCode };
        expect([fact, value]).toEqual([fact, isAmount ? amount : fromShop]);
        const text = shownLine(fact, fromShop);
        const isListed = listedFacts.some((name) => name === fact);
        const shown = paragraphs.some((words) => words === (isListed ? `${label}: ${text}` : text));
        expect([fact, shown]).toEqual([fact, text !== undefined]);
      }
      expect(product.countryOfOrigin !== undefined).toBe(typeof told?.origin_country === 'string');
      expect(paragraphs).toContain(`Product number: ${id}`);
    });

    test('describe delivery and returns, to which the offers refer', () => {
      const [delivery] = thingsOf(page, 'OfferShippingDetails');
      const [returns] = thingsOf(page, 'MerchantReturnPolicy');
      expect(Delivery.parse(delivery)).toMatchObject({
        shippingRate: { value: '0.00' },
        shippingDestination: [{ addressCountry: 'GB' }],
        deliveryTime: { transitTime: { minValue: 2, maxValue: 3 } },
      });
      expect(ReturnPolicy.parse(returns).applicableCountry).toEqual(['GB']);
      expect(delivery).toMatchObject({ '@id': '#delivery-domestic' });
      expect(returns).toMatchObject({ '@id': '#returns' });
      for (const { offers: offer } of productOf(page).variants) {
        expect(offer.shippingDetails['@id']).toBe('#delivery-domestic');
        expect(offer.hasMerchantReturnPolicy['@id']).toBe('#returns');
      }
    });

    test('have breadcrumbs from All Products', () => {
      const [crumbs] = thingsOf(page, 'BreadcrumbList').map((thing) => Breadcrumbs.parse(thing));
      const items = crumbs?.itemListElement ?? [];
      expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
      expect(items[0]?.item).toBe(`${siteUrl}/all-products`);
      expect(items.at(-1)?.item).toBe(`${siteUrl}/product-details/${id}`);
    });
  },
);

describe.each(
  pages.filter(({ path }) => path === '/all-products' || path.startsWith('/productListing/')),
)('the facts of $path', (page) => {
  test('list distinct existing products', () => {
    const List = z.object({
      itemListElement: z.array(z.object({ position: z.int(), url: BuiltPage })),
    });
    const items = thingsOf(page, 'ItemList').flatMap((thing) => List.parse(thing).itemListElement);
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ url }) => url)).size).toBe(items.length);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
  });
});

describe('the facts of the home page', () => {
  const home = pages.filter(({ path }) => path === '/');

  test('name the company and its terms for every country', () => {
    const Organization = z.object({
      name: z.literal('Minicia'),
      url: z.literal(`${siteUrl}/`),
      logo: BuiltPage,
      email: z.email(),
      sameAs: z.array(z.url()).min(1),
      hasMerchantReturnPolicy: z.array(ReturnPolicy),
      hasShippingService: z.object({
        '@type': z.literal('ShippingService'),
        shippingConditions: z.array(
          z.object({
            '@type': z.literal('ShippingConditions'),
            shippingDestination: Regions,
            shippingRate: Money,
          }),
        ),
      }),
    });
    const [company] = home
      .flatMap((page) => thingsOf(page, 'Organization'))
      .map((thing) => Organization.parse(thing));
    const back = company?.hasMerchantReturnPolicy.flatMap((policy) => policy.applicableCountry);
    const forth = company?.hasShippingService.shippingConditions.flatMap((condition) =>
      condition.shippingDestination.map(({ addressCountry }) => addressCountry),
    );
    // All except Kosovo, which has no ISO 3166-1 code.
    const codes = SHIPPING_COUNTRIES.map(({ code }) => code).filter((code) => code !== 'XK');
    expect(back?.toSorted()).toEqual(codes.toSorted());
    expect(forth?.toSorted()).toEqual(codes.toSorted());
  });

  test('name the search URL', () => {
    const [site] = home.flatMap((page) => thingsOf(page, 'WebSite'));
    expect(site).toMatchObject({
      url: `${siteUrl}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${siteUrl}/all-products?q={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    });
  });
});

test('the questions have answers with absolute links', () => {
  const Faq = z.object({
    mainEntity: z.array(
      z.object({
        '@type': z.literal('Question'),
        name: z.string().min(1),
        acceptedAnswer: z.object({ '@type': z.literal('Answer'), text: z.string().min(20) }),
      }),
    ),
  });
  const questions = pages
    .filter(({ path }) => path === '/Faqs')
    .flatMap((page) => thingsOf(page, 'FAQPage'))
    .flatMap((thing) => Faq.parse(thing).mainEntity);
  expect(questions).toHaveLength(5);
  const answers = questions.map(({ acceptedAnswer }) => acceptedAnswer.text).join('');
  const links = [...answers.matchAll(/href="([^"]*)"/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, address = ''] of links) expect(builtFile(address)).toBeDefined();
});

test('the JSON-LD of every page parses', () => {
  for (const page of pages) {
    for (const block of page.jsonLd()) expect(Graph.safeParse(block).success).toBe(true);
  }
});
