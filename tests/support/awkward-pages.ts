import type postgres from 'postgres';
import type { OwnPage } from '#domain/site-content/own-page.ts';
import { hostileText } from './awkward-products.ts';

function page(changes: Partial<OwnPage> & Pick<OwnPage, 'slug' | 'title'>): OwnPage {
  return {
    blocks: [{ type: 'text', text: `What ${changes.title} is about.` }],
    menu: false,
    footer: false,
    place: 0,
    entry: null,
    search_title: '',
    search_description: '',
    share_picture: '',
    ...changes,
  };
}

const picture = {
  type: 'picture' as const,
  picture: '/catalogue/front/front-2.jpg',
  focus: { x: 10, y: 90 },
  alt: `A hat ${hostileText}`,
  caption: `In Wales ${hostileText}`,
};

const pages: readonly OwnPage[] = [
  page({
    slug: 'size-guide',
    title: `Sizes ${hostileText.slice(0, 40)}`,
    menu: true,
    footer: true,
    search_title: 'Find your size',
    blocks: [
      picture,
      {
        type: 'text',
        text: `5 < 6 & "quoted" \\<script>alert(1)\n\n## Heads\n\n[Hats](/all-products)`,
      },
      {
        type: 'products',
        heading: hostileText.slice(0, 60),
        products: ['gone-product', 'bare', 'hostile'],
      },
      { type: 'products', heading: 'Gone', products: ['gone-product'] },
      { type: 'quote', text: hostileText, source: hostileText.slice(0, 100) },
    ],
  }),
  page({ slug: 'hidden', title: 'Hidden', place: 1 }),
  page({ slug: 'first-entry', title: 'First', entry: '2026-11-01', place: 2, blocks: [picture] }),
  page({ slug: 'second-entry', title: 'Second', entry: '2026-11-25', place: 3 }),
];

/** Slugs of the pages below. */
export const ownPageSlugs = pages.map(({ slug }) => slug);

/** Number of pictures on each. */
export const ownPagePictures = new Map(
  pages.map(({ slug, blocks }) => [slug, blocks.filter(({ type }) => type === 'picture').length]),
);

/** Inserts pages that marketers might make, with texts hard to show, redirects, and words for search engines. */
export async function awkwardPages(sql: postgres.Sql): Promise<void> {
  for (const value of pages)
    await sql`insert into own_pages (id, value) values (gen_random_uuid(), ${sql.json(value)})`;
  await sql`
    insert into redirects values
      ('/old-guide', '/size-guide'), ('/Café-menu', '/size-guide'), ('/products/tide-cap', '/product-details/14?colour=1')`;
  await sql`
    update products set search_title = 'A hat for storms', search_description = 'It stays on.',
      share_picture = '/catalogue/front/front-3.jpg' where id = 14`;
  await sql`update categories set search_title = 'Everything for her' where id = 1`;
  await sql`
    update site_content set value = value || '{"search_title": "All our hats"}' where key = 'listing_search'`;
}
