/** A picture of a colour variant, as `/api/listing/productListing/` sends it. */
export interface VariantImage {
  /** Absolute address, or a path on the API's host. */
  image: string;
}

/** One colour of a product: what a shopper chooses, buys and what is held in stock. */
export interface ColourVariant {
  id: number;
  color_name: string;
  /** Units in stock when the catalogue was read. */
  quantity: number;
  images: VariantImage[];
}

/** A product as the listing calls send it (spec, section 3). */
export interface Product {
  id: number;
  name: string;
  description: string;
  /** Pounds: a number, or text that may carry `£` or `Rs`. Read it with `parsePrice`. */
  price: number | string;
  category_name: string;
  /** ISO 8601 date-time; orders the "Newest" sort. */
  created_at: string;
  color_variants: ColourVariant[];
}

/** A category as `/api/listing/categories` sends it. */
export interface Category {
  id: number;
  name: string;
}
