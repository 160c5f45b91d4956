import type { APIRoute } from 'astro';
import { company, withCompanyFacts } from '#brand/company.ts';
import { dutyRules } from '#content/built-charges.ts';
import { faqContent, textContent } from '#content/built-content.ts';
import { withDutiesMarkdown } from '#domain/countries/duties.ts';
import { markdownLine } from '#domain/feeds/plain-markdown.ts';
import { effectiveDay } from '#domain/site-content/effective-day.ts';

async function questionsAndAnswers(): Promise<string[]> {
  const questions = await faqContent();
  return [
    '# Frequently Asked Questions',
    ...questions.flatMap(({ question, answer }) => [`## ${markdownLine(question)}`, answer]),
    'Ordering from abroad? Who pays [duties and taxes](/returnpolicy#international-delivery):',
    'COUNTRY_DUTIES',
  ];
}

async function pageText(key: Parameters<typeof textContent>[0]): Promise<string[]> {
  const { title, effective, text } = await textContent(key);
  const since = effective ? [`Effective ${effectiveDay(effective)}`] : [];
  return [`# ${markdownLine(title)}`, ...since, text];
}

/** Page texts as Markdown, by path. */
const texts: Readonly<Record<string, () => Promise<string[]>>> = {
  Faqs: questionsAndAnswers,
  'contact-us': async () => [...(await pageText('contact')), company.email],
  privacypolicy: () => pageText('privacy'),
  returnpolicy: () => pageText('returns'),
  termsandconditions: () => pageText('terms'),
};

export function getStaticPaths() {
  return Object.keys(texts).map((text) => ({ params: { text } }));
}

/** A page's text as written, for language models and other programs. */
export const GET: APIRoute = async ({ params: { text = '' } }) => {
  const parts = (await texts[text]?.()) ?? [];
  const filled = withDutiesMarkdown(withCompanyFacts(`${parts.join('\n\n')}\n`), await dutyRules());
  return new Response(filled, {
    // Applies to the dev server; netlify.toml sets it for the built file.
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  });
};
