import { z } from 'astro/zod';
import { company } from '#brand/company.ts';
import { ProductFacts } from '#domain/catalogue/product.ts';
import { officialNotice } from '#domain/catalogue/eu-guarantee.ts';
import { launchProblems } from '#domain/launch-check/launch-check.ts';
import type { LaunchProblem } from '#domain/launch-check/launch-problem.ts';
import { Content } from '#domain/site-content/content.ts';
import { Tax } from './charges-loaders.ts';
import { readContent } from './content-loader.ts';
import { allRows, fewRows } from './supabase-rows.ts';

const Texts = Content.pick({ terms: true, returns: true, privacy: true });

const ProductRow = z.object({
  id: z.number(),
  name: z.string(),
  facts: ProductFacts,
  category: z.object({ name: z.string() }),
});

/** Products on sale, as read anonymously: without customs data, which `npm run doctor` checks. */
async function soldProducts() {
  const columns = 'id,name,facts,category:categories(name)';
  const rows = await allRows('products', ProductRow, columns);
  return rows.map(({ name, facts, category }) =>
    Object.assign(facts, { name, category_name: category.name }),
  );
}

/** Launch blockers of the current build. */
export async function problemsOfBuild(): Promise<LaunchProblem[]> {
  const [content, taxes, products] = await Promise.all([
    readContent(),
    fewRows('zone_taxes', Tax),
    soldProducts(),
  ]);
  const texts = Texts.parse(content);
  return launchProblems({
    company,
    texts: { terms: texts.terms.text, returns: texts.returns.text, privacy: texts.privacy.text },
    taxBasisPoints: Math.max(...taxes.flatMap((tax) => Object.values(tax))),
    guaranteeNotice: officialNotice,
    products,
  });
}
