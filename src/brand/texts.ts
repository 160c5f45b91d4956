import { company } from './company.ts';

/** Sentences about the brand, on pages and in files for other platforms. */
export const brandTexts = {
  /** In the footer of every page. */
  blurb: `${company.brand} makes hats, knitwear and eyewear for people who read the rules once and never needed them again. Designed in Britain, worn wherever you like.`,
  everyPiece: `Every ${company.brand} piece in every colour.`,
  /** In the web app manifest. */
  installed: 'Hats, knitwear and eyewear for rule breakers.',
  /** For assistants (llms.txt). @param countries number of countries that the shop ships to. */
  offer: (countries: number) =>
    `${company.brand} sells hats, knitwear and eyewear for women and men, made in small series, and sends them from the United Kingdom to ${countries} countries.`,
  /** On the picture of shared links to pages without one of their own. */
  shareTitle: 'Rule Breakers Move First',
} as const;
