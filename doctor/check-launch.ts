import { z } from 'zod';
import { type CompanyFacts, placeholdersIn } from '#brand/company.ts';
import { officialNotice } from '#domain/catalogue/eu-guarantee.ts';
import { ProductFacts } from '#domain/catalogue/product.ts';
import { launchProblems } from '#domain/launch-check/launch-check.ts';
import type { SoldProduct } from '#domain/launch-check/product-problems.ts';
import { ask, type Answer, jsonOf, NoAnswer } from './ask.ts';
import { failure, fine, type Finding } from './finding.ts';
import { addressOf, valueOf, type Variables } from './variables.ts';

const Texts = z.array(
  z.object({ key: z.string(), value: z.looseObject({ text: z.string().optional() }) }),
);
const Decided = z.array(z.object({ decided_on: z.string().nullable() }));
const ZoneTax = z.object({ tax_basis_points: z.int(), included_basis_points: z.int() });

const ProductRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  facts: ProductFacts,
  category: z.object({ name: z.string() }),
  hs_code: z.string().nullable(),
  origin_country: z.string().nullable(),
});
/** Columns of a product that is on sale. */
const asked = 'id,name,description,facts,hs_code,origin_country,category:categories(name)';

/** Maximum rows in a response of Supabase. */
const rowsAtOnce = 1000;

type Read = (where: string) => Promise<Answer>;

/** A product with its texts in one. */
interface ReadProduct extends SoldProduct {
  texts: string;
  isProven: boolean;
}

/** Products on sale, now or later, with their customs data; undefined if they cannot be read. */
async function readProducts(read: Read): Promise<ReadProduct[] | undefined> {
  const products: ReadProduct[] = [];
  for (let last = 0; ;) {
    const page = `products?select=${asked}&archived_at=is.null&id=gt.${last}&order=id&limit=${rowsAtOnce}`;
    const { data: rows } = z.array(ProductRow).safeParse(jsonOf(await read(page)));
    if (!rows) return undefined;
    for (const { name, facts, category, description, hs_code, origin_country } of rows) {
      const { weight_grams, material, care, safety } = facts;
      const customs = { weight_grams, hs_code, origin_country };
      const texts = [name, description, care, material, safety].join('\n');
      const isProven = facts.environmental_proof !== null;
      const category_name = category.name;
      products.push({ name, category_name, material, safety, customs, texts, isProven });
    }
    if (rows.length < rowsAtOnce) return products;
    last = rows.at(-1)?.id ?? last;
  }
}

/** The data that the launch check needs; undefined if it cannot be read. */
async function readShop(variables: Variables) {
  const address = addressOf(variables, 'SUPABASE_URL');
  // Only the secret key may read commodity codes.
  const apikey = valueOf(variables, 'SUPABASE_SECRET_KEY');
  if (!address || !apikey) return undefined;
  const read: Read = (where) => ask(`${address}/rest/v1/${where}`, { headers: { apikey } });
  const [texts, tax, duties, products] = await Promise.all([
    read('site_content?select=key,value'),
    read('zone_taxes?select=tax_basis_points,included_basis_points'),
    read('duty_settings?select=decided_on'),
    readProducts(read),
  ]);
  const { data: rows } = Texts.safeParse(jsonOf(texts));
  const { data: rates } = z.array(ZoneTax).min(1).safeParse(jsonOf(tax));
  const { data: settings } = Decided.safeParse(jsonOf(duties));
  if (!rows || !rates || !settings || !products) return undefined;
  const textOf = (key: string) => rows.find((row) => row.key === key)?.value.text ?? '';
  const unproven = [
    ...rows.map(({ key, value }): [string, string] => [`Page ${key}`, JSON.stringify(value)]),
    ...products
      .filter(({ isProven }) => !isProven)
      .map(({ name, texts: words }): [string, string] => [name, words]),
  ];
  return {
    texts: { terms: textOf('terms'), returns: textOf('returns'), privacy: textOf('privacy') },
    taxBasisPoints: Math.max(...rates.flatMap((rate) => Object.values(rate))),
    guaranteeNotice: officialNotice,
    unproven: Object.fromEntries(unproven),
    dutiesDecided: settings.some(({ decided_on }) => decided_on !== null),
    products,
  };
}

/**
 * Checks that the shop may open: the company's details are not placeholders, the legal texts and products
 * contain what the law requires, and tax is charged only with a VAT number. A production build checks the
 * same, except customs data, who pays duties and environmental words.
 */
export async function checkLaunch(variables: Variables, company: CompanyFacts): Promise<Finding[]> {
  try {
    const shop = await readShop(variables);
    if (!shop) {
      return [
        failure(
          'The legal texts and the products cannot be read, so it is unknown whether the shop may open.',
        ),
        ...placeholdersIn(company).map((field) =>
          failure(`src/brand/company.ts: ${field}. It is still a placeholder.`),
        ),
      ];
    }
    const problems = launchProblems({ company, ...shop });
    if (problems.length === 0) {
      return [
        fine(
          'The company’s details, the legal texts and the products meet the legal requirements.',
        ),
      ];
    }
    return problems.map(({ field, remedy }) => failure(`${field}. ${remedy}`));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [failure(`${error.message}, so the legal texts and the products cannot be read.`)];
  }
}
