import type { JsonLdNode } from './json-ld.ts';

/**
 * Questions and answers: https://schema.org/FAQPage
 * @param questions with answers as trusted HTML, whose links are made absolute.
 */
export function faqFacts(
  questions: readonly { question: string; html: string }[],
  site: URL | undefined,
): JsonLdNode {
  const origin = new URL('/', site).href;
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, html }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: {
        '@type': 'Answer',
        text: html.trim().replaceAll('href="/', `href="${origin}`),
      },
    })),
  };
}
