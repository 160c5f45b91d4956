import { company } from './company.ts';

/** Title of the home page in search results and shared links, where it has none of its own. */
export const homeTitle = 'Hats, Knitwear and Eyewear';

/** Descriptions of pages in search results and shared links, where they have none of their own. */
export const pageSummaries = {
  home: 'Hats, knitwear and eyewear for rule breakers. Free standard delivery across the UK, and delivery to more than 60 countries.',
  listing: `Every ${company.brand} piece in every colour: bucket hats, trucker hats, beanies, sunglasses, scarves and leather.`,
  faq: `What ${company.brand} is, what makes it different, what we make, who it is for and how to join.`,
} as const;

/** Photograph of shared links to pages without a picture of their own. */
export const usualSharePicture = '/catalogue/front/hero.jpg';

/** Description of a category's or collection's listing. @param name the listing's name. */
export function listingSummary(name: string): string {
  return `${name} by ${company.brand}: every piece in every colour, delivered free in the UK.`;
}
