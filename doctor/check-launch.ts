import { z } from 'zod';
import { type CompanyFacts, placeholdersIn } from '#company';
import { launchProblems } from '#domain/launch-check/launch-check.ts';
import { ask, jsonOf, NoAnswer } from './ask.ts';
import { failure, fine, type Finding } from './finding.ts';
import { addressOf, valueOf, type Variables } from './variables.ts';

const Texts = z.array(z.object({ key: z.string(), value: z.object({ text: z.string() }) }));
const Tax = z.tuple([z.object({ tax_basis_points: z.int() })]);

/** What the database says that the launch check looks at; undefined when it cannot be read. */
async function readShop(variables: Variables) {
  const address = addressOf(variables, 'SUPABASE_URL');
  const apikey = valueOf(variables, 'SUPABASE_PUBLISHABLE_KEY');
  if (!address || !apikey) return undefined;
  const read = (where: string) => ask(`${address}/rest/v1/${where}`, { headers: { apikey } });
  const [texts, tax] = await Promise.all([
    read('site_content?select=key,value&key=in.(terms,returns,privacy)'),
    read('current_tax?select=tax_basis_points'),
  ]);
  const { data: rows } = Texts.safeParse(jsonOf(texts));
  const { data: rates } = Tax.safeParse(jsonOf(tax));
  if (!rows || !rates) return undefined;
  const textOf = (key: string) => rows.find((row) => row.key === key)?.value.text ?? '';
  return {
    texts: { terms: textOf('terms'), returns: textOf('returns'), privacy: textOf('privacy') },
    taxBasisPoints: rates[0].tax_basis_points,
  };
}

/**
 * Checks that the shop may open: the company's facts are its own, the legal texts say what the law
 * wants, and tax is charged with a VAT number only. A production build asks the same.
 */
export async function checkLaunch(variables: Variables, company: CompanyFacts): Promise<Finding[]> {
  try {
    const shop = await readShop(variables);
    if (!shop) {
      return [
        failure('The legal texts cannot be read, so whether the shop may open is not known.'),
        ...placeholdersIn(company).map((field) =>
          failure(`src/company.ts: ${field}. It is still a placeholder.`),
        ),
      ];
    }
    const problems = launchProblems({ company, ...shop });
    if (problems.length === 0) {
      return [fine('The company’s facts and the legal texts have what the law wants.')];
    }
    return problems.map(({ field, remedy }) => failure(`${field}. ${remedy}`));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [failure(`${error.message}, so the legal texts cannot be read.`)];
  }
}
