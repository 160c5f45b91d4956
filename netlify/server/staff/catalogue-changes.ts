import * as z from 'zod';
import {
  hasUnseen,
  HS_CODE,
  isSaneTime,
  LONGEST,
  MAX_PRICE,
  SLUG,
} from '#domain/catalogue/catalogue-rules.ts';
import { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { categoryKinds } from '#domain/enums.ts';
import { HeadingFocus } from '#domain/site-content/content-fields.ts';
import { ListingTile } from '#domain/site-content/listing-tile.ts';
import { markdownFault } from '#domain/site-content/markdown.ts';
import { eachFact, facts } from '#domain/catalogue/product-facts.ts';
import { gtinOf, SKU } from '#domain/names/product-code.ts';
import { isFilm } from '#domain/catalogue/film.ts';
import { isShopPicture } from '#domain/paths/shop-picture.ts';
import { database, dataOf } from '../database.ts';
import { environment } from '../environment.ts';
import { HttpError } from '../http-error.ts';
import { storageAddress } from '../spreadsheets/picture-storage.ts';
import { staffMessages } from '../messages/staff-calls.ts';

/** A field that is null or missing stays as it is in the shop. */
function maybe<Field extends z.ZodType>(field: Field) {
  return field.nullish();
}

function line(longest: number) {
  return z
    .string()
    .min(1, 'This is empty.')
    .max(longest, `At most ${longest} characters are allowed.`)
    .refine((text) => text.trim() === text, 'Remove the spaces at the beginning and the end.')
    .refine(
      (text) => !hasUnseen(text),
      'The text must be on one line, without invisible characters.',
    );
}

const slug = z.string().max(LONGEST.slug).regex(SLUG, 'Not a valid slug.');
const moment = z.string().refine(isSaneTime, 'Choose a day in this century.');
/** A description, in Markdown. */
function description(longest: number) {
  return z
    .string()
    .max(longest, `At most ${longest} characters are allowed.`)
    .refine(
      (text) => !hasUnseen(text.replaceAll(/[\t\n\r]/g, '')),
      'The text contains an invisible character.',
    )
    .superRefine((text, context) => {
      const message = markdownFault(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}
/** Values that an export or a form saw; only compared. */
const seen = z.record(z.string(), z.json()).optional();
const clears = z.array(z.string().max(40)).max(40).optional();
const archived = z.boolean().optional();

const searchWords = {
  search_title: maybe(line(LONGEST.search_title)),
  search_description: maybe(line(LONGEST.search_description)),
  share_picture: maybe(z.string().max(500)),
};

const Product = z.strictObject({
  slug,
  /** Refused if the shop has a product of this slug. */
  new: z.literal(true).optional(),
  seen,
  clears,
  archived,
  name: maybe(line(LONGEST.name)),
  description: maybe(description(LONGEST.description)),
  ...eachFact(
    (name) => maybe(line(facts[name].longest)),
    (name) => maybe(z.int().min(facts[name].least).max(facts[name].most)),
  ),
  hs_code: maybe(z.string().regex(HS_CODE, 'Not a commodity code.')),
  origin_country: maybe(z.string().regex(/^[A-Z]{2}$/, 'Not a country.')),
  ...searchWords,
  price_pence: maybe(z.int().min(1).max(MAX_PRICE)),
  sale_price_pence: maybe(z.int().min(0).max(MAX_PRICE)),
  sale_from: maybe(z.union([z.literal('-infinity'), moment])),
  sale_until: maybe(z.union([z.literal('infinity'), moment])),
  category: maybe(slug),
  created_at: maybe(moment),
  visible_from: maybe(moment),
});

const Colour = z.strictObject({
  slug,
  seen,
  clears,
  archived,
  color_name: line(LONGEST.colour),
  sku: maybe(
    z
      .string()
      .regex(SKU, 'Not a SKU.')
      .refine((code) => gtinOf(code) !== code, 'Not a SKU.'),
  ),
  gtin: maybe(z.string().refine((code) => gtinOf(code) === code, 'Not a GTIN.')),
  hex: maybe(z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'Not a colour.')),
  quantity: maybe(z.int().min(0).max(2_147_483_647)),
  position: maybe(z.int().min(0).max(10_000)),
  images: maybe(z.array(z.string().max(500)).max(100)),
  worn: maybe(z.string().max(500)),
  film: maybe(z.string().max(500).refine(isFilm, 'Not a film.')),
  alts: maybe(z.array(z.union([z.literal(''), line(LONGEST.alt)])).max(100)),
  export: z.guid().optional(),
});

const Category = z.strictObject({
  slug,
  kind: z.enum(categoryKinds).optional(),
  /** Refused if the shop has a category or collection of this slug. */
  new: z.literal(true).optional(),
  seen,
  clears,
  archived,
  name: maybe(line(LONGEST.category)),
  intro: maybe(description(LONGEST.intro)),
  picture: maybe(z.string().max(500)),
  focus: maybe(HeadingFocus),
  tile: maybe(ListingTile),
  ...searchWords,
  in_menu: maybe(z.boolean()),
  rule: maybe(CollectionRule),
});

/** Body of `import_catalogue` from a browser, each field validated as strictly as by the reader of spreadsheets. */
const CatalogueChanges = z.strictObject({
  renames: z
    .array(
      z.union([
        z.strictObject({ slug, colour: z.null(), now: slug }),
        z.strictObject({ slug, colour: z.string().max(200), now: line(LONGEST.colour) }),
      ]),
    )
    .default([]),
  categories: z.array(Category).max(1000).default([]),
  products: z.array(Product).default([]),
  colours: z.array(Colour).default([]),
});
type CatalogueChanges = z.infer<typeof CatalogueChanges>;

function refusal(detail: string): HttpError {
  return new HttpError(400, { detail, reason: 'changes_invalid' });
}

/** Whether a picture is on this shop's site or in its own Storage. */
function isOwnPicture(address: string): boolean {
  if (!isShopPicture(address)) return false;
  const isOfSite = address.startsWith('/');
  return isOfSite || address.startsWith(storageAddress({ address: environment().SUPABASE_URL }));
}

/** Maximum number of addresses looked up at once; they are part of a URL. */
const mostAsked = 50;

/** Any other address must be that of a picture already in the shop. */
async function requirePictures(changes: CatalogueChanges): Promise<void> {
  const { colours, categories, products } = changes;
  const headings = [
    ...categories.flatMap(({ picture }) => picture ?? []),
    ...categories.flatMap(({ tile }) => tile?.picture ?? []),
    ...[...categories, ...products].flatMap(({ share_picture }) => share_picture ?? []),
  ];
  const named = new Set([
    ...headings,
    ...colours.flatMap(({ images, worn, film }) => [images ?? [], worn ?? [], film ?? []].flat()),
  ]);
  const others = [...named].filter((address) => !isOwnPicture(address));
  if (others.length === 0) return;
  const asked = others.slice(0, mostAsked);
  const found = await database().from('variant_images').select('path').in('path', asked);
  const known = new Set(dataOf(found).map(({ path }) => path));
  const foreign = others.find((address) => !known.has(address));
  if (foreign !== undefined) throw refusal(staffMessages.pictureForeign(foreign));
}

/**
 * A draft's changes to the catalogue, as the reader of spreadsheets would produce them.
 * @throws HttpError 400 `changes_invalid`, naming the first invalid field.
 */
export async function requireCatalogue(catalogue: unknown): Promise<CatalogueChanges> {
  const { data, error } = CatalogueChanges.safeParse(catalogue);
  if (data) {
    await requirePictures(data);
    return data;
  }
  const [issue] = error.issues;
  throw refusal([issue?.path.join(', '), issue?.message].filter(Boolean).join(': '));
}
