import { z } from 'astro/zod';
import { company } from '#company';
import { launchProblems, type LaunchProblem } from '#domain/launch-check/launch-check.ts';
import { Content } from '#domain/site-content/content.ts';
import { fewRows, onlyRow } from './supabase-rows.ts';
import { Tax } from './charges-loaders.ts';

const Row = z.object({ key: z.string(), value: z.unknown() });
const Texts = Content.pick({ terms: true, returns: true, privacy: true });

/** What stands in the way of opening the shop that is being built. */
export async function problemsOfBuild(): Promise<LaunchProblem[]> {
  const [rows, tax] = await Promise.all([
    fewRows('site_content', Row),
    onlyRow('current_tax', Tax),
  ]);
  const texts = Texts.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
  return launchProblems({
    company,
    texts: { terms: texts.terms.text, returns: texts.returns.text, privacy: texts.privacy.text },
    taxBasisPoints: tax.tax_basis_points,
  });
}
