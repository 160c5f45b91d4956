import { z } from 'zod';
import { countText } from '#domain/basics/count-text.ts';
import { wantedFact } from '#domain/launch-check/product-problems.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import { withFacts, type Words } from './messages.ts';

const Product = z.object({ slug: z.string() });
const Lacking = z.array(Product.extend({ facts: z.array(z.string()) }));
const Jumps = z.array(Product.extend({ was: z.int(), now: z.int() }));
/** `colour` is null for the product as a whole. */
const Either = Product.extend({ colour: z.string().nullish() });
const Gone = z.array(Either);
const Renames = z.array(Either.extend({ now: z.string() }));

function namesOf(things: z.infer<typeof Gone>): string {
  return things
    .map(({ slug, colour }) => (typeof colour === 'string' ? `${slug}, ${colour}` : slug))
    .join('; ');
}

/** Refusals to import products. */
export const catalogue = {
  category_archived: withFacts(
    z.object({ category: z.string(), products: z.array(z.string()) }),
    ({ category, products }) => {
      const few = products.slice(0, 3).join(', ');
      const more = products.length > 3 ? ` and ${products.length - 3} more` : '';
      return `The category “${category}” cannot be archived while products are in it: ${few}${more}. Move or archive them first.`;
    },
  ),
  category_name_taken: withFacts(z.object({ names: z.array(z.string()) }), ({ names }) => {
    const list = names.map((name) => `“${name}”`).join(', ');
    return `Another category or collection, perhaps an archived one, has the name ${list}. Choose another.`;
  }),
  category_unknown: withFacts(z.object({ category: z.string() }), ({ category }) => {
    return `There is no category “${category}”. Choose one that exists, or add it first.`;
  }),
  code_taken: withFacts(
    z.object({ field: z.enum(['sku', 'gtin']), code: z.string() }),
    ({ field, code }) => {
      return `Another colour, perhaps an archived one, has the ${field.toUpperCase()} “${code}”. Each colour needs its own.`;
    },
  ),
  facts_missing: withFacts(Lacking, (products) => {
    const lines = products.map(
      ({ slug, facts }) => `${slug} has no ${facts.map(wantedFact).join(' and no ')}.`,
    );
    return `${lines.join(' ')} The law requires it: until it is filled in, no page of the shop can be updated.`;
  }),
  mass_archive: withFacts(z.int(), (count) => {
    return `This would archive more than a fifth of the products (${count}). Allow it first if it is intended.`;
  }),
  price_jumps: withFacts(Jumps, (jumps) => {
    const prices = jumps.map(
      ({ slug, was, now }) => `${slug} ${formatPounds(pence(was))} → ${formatPounds(pence(now))}`,
    );
    return `This would halve or double ${countText(jumps.length, 'price')}: ${prices.join(', ')}. Allow it first if it is intended.`;
  }),
  product_scheduled: withFacts(Product.extend({ title: z.string() }), ({ slug, title }) => {
    return `${slug} comes with the scheduled release “${title}”. Unschedule that release to change it.`;
  }),
  rename_taken: withFacts(Renames, (renames) => {
    return `The shop already has one of the new names: ${renames.map(({ now }) => now).join(', ')}. Choose another.`;
  }),
  rename_unknown: withFacts(Renames, (renames) => {
    return `Some of these cannot be renamed, because the shop does not have them: ${namesOf(renames)}. Export again, then repeat your changes.`;
  }),
  renamed_since: withFacts(Gone, (gone) => {
    return `Renamed in the shop since the export: ${namesOf(gone)}. Export again, then repeat your changes.`;
  }),
  sale_not_lower: withFacts(Product, ({ slug }) => {
    return `The sale price of ${slug} is not below its price. Enter a lower one.`;
  }),
  sale_times: withFacts(Product, ({ slug }) => {
    return `The sale of ${slug} has no price, or ends before it begins. Correct its price or its times.`;
  }),
  slug_taken: withFacts(Product, ({ slug }) => {
    return `Another product, perhaps an archived one, has the slug “${slug}”. Choose another.`;
  }),
} satisfies Words;
