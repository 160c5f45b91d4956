import { jpegAddress } from '../catalogue/image.ts';
import { pence, poundsText } from '../money/money.ts';
import { feedFields, type FeedStyle } from './feed-fields.ts';
import type { FeedItem } from './feed-item.ts';

/** A platform that takes CSV: its columns in order, and the cells of an item below them. */
export interface CsvFeed {
  columns: readonly string[];
  cells: (item: FeedItem) => string[];
}

/** Pixels of a picture's width: the platforms ask for 500 at least. */
const pictureWidth = 1440;

/** Characters that all links to further pictures may have together. */
const longestLinks = 2000;

/**
 * The address of a picture as JPEG or PNG, which is all that Meta and TikTok take: uploaded pictures are stored as WebP, and
 * Netlify's Image CDN converts them (https://docs.netlify.com/image-cdn/overview/). A comma would end a link in a list.
 */
function feedPicture(path: string, site: URL): string {
  const { pathname, href } = new URL(path, site);
  if (/\.(?:jpe?g|png)$/i.test(pathname)) return href.replaceAll(',', '%2C');
  return new URL(jpegAddress(path, pictureWidth), site).href;
}

/** As many links as fit into their cell. */
function linkList(links: readonly string[]): string {
  return links.reduce((list, link) => {
    const longer = list === '' ? link : `${list},${link}`;
    return longer.length > longestLinks ? list : longer;
  }, '');
}

/** Country, region, service and price of the delivery, separated by colons; no region is the whole country. */
function shipping({ delivery }: FeedItem): string {
  if (!delivery) return '';
  const service = delivery.name.replaceAll(/[:,]/g, ' ');
  return `GB::${service}:${poundsText(pence(delivery.amount_pence))} GBP`;
}

/** Spellings of all platforms with CSV. */
const alike = {
  picture: feedPicture,
  availability: ['in stock', 'out of stock'],
  utc: '+00:00',
} satisfies Partial<FeedStyle>;

/** Columns whose names the platforms share. */
const shared = [
  'title',
  'description',
  'availability',
  'condition',
  'price',
  'link',
  'image_link',
  'brand',
  'additional_image_link',
  'item_group_id',
  'google_product_category',
  'product_type',
  'sale_price',
  'gtin',
  'mpn',
  'color',
  'size',
  'material',
  'gender',
  'age_group',
];

/**
 * @param id the platform's name for the column of the id.
 * @param more further shared columns.
 */
function csvFeed(id: string, style: FeedStyle, ...more: string[]): CsvFeed {
  const named = [...shared, ...more];
  return {
    columns: [id, ...named, 'shipping'],
    cells(item) {
      const fields = feedFields(item, style);
      const cellOf = (column: string) => {
        const texts = fields.get(column) ?? [];
        return column === 'additional_image_link' ? linkList(texts) : texts.join('');
      };
      return [item.id, ...named.map(cellOf), shipping(item)];
    },
  };
}

export const csvFeeds = {
  /** https://developers.facebook.com/documentation/ads-commerce/catalog/reference */
  meta: csvFeed(
    'id',
    {
      ...alike,
      title: 200,
      description: 9999,
      color: 200,
      productType: 750,
      pictures: 20,
      category: 'id',
    },
    'sale_price_effective_date',
  ),
  /**
   * https://help.pinterest.com/en/business/article/before-you-get-started-with-catalogs and, for lengths,
   * https://developers.pinterest.com/docs/api/v5/catalogs_items-batch-post. It knows no times of sales.
   */
  pinterest: csvFeed('id', {
    ...alike,
    title: 500,
    description: 10_000,
    color: 500,
    productType: 1000,
    pictures: 10,
    category: 'id',
  }),
  /**
   * https://ads.tiktok.com/help/article/catalog-product-parameters and, for lengths,
   * https://business-api.tiktok.com/portal/docs?id=1740497429681153
   */
  tiktok: csvFeed(
    'sku_id',
    {
      ...alike,
      title: 500,
      refused: /\p{RGI_Emoji}/gv,
      description: 10_000,
      color: 100,
      productType: 750,
      pictures: 10,
      category: 'path',
    },
    'sale_price_effective_date',
  ),
};
