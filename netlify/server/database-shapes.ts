import type { ListedProduct } from '#domain/listed-product.ts';
import type { ProductAttributes } from '#domain/product.ts';
import type { TermsTexts } from '#domain/site-content/content.ts';
import type { Database } from './database.types.ts';

/** The units of a product's colour that this shopper can buy now, in the spec's field names. */
interface StockAnswer {
  productId: number;
  selectedColorId: number;
  currentStock: number;
  price?: number;
}

/** A delivery option with its promised ISO dates. */
interface PromisedDelivery {
  name: string;
  leaves_by: string;
  arrives_from: string;
  arrives_by: string;
}

type Public = Database['public'];
type Functions = Public['Functions'];

/** Valid until a moment (ISO 8601); null for no end. */
interface Held {
  until: string | null;
}

/** Return types of RPCs that the generator sees only as `Json`. */
interface Returned {
  listing_until: Held & { products: ListedProduct[] | null };
  categories_until: Held & { categories: { id: number; name: string }[] };
  address_until: Held & {
    listed: boolean;
    left: { category: { id: number; name: string } | null } | null;
  };
  opened_until: Held & { products: ListedProduct[] };
  counted_products: {
    wait: number;
    products: ListedProduct[] | null;
    /** Keyed by product; only if asked for. */
    attributes?: Readonly<Record<string, ProductAttributes>>;
  };
  domestic_promises: { deliveries: PromisedDelivery[]; until: string };
  terms_version: { texts: TermsTexts; published_at: string } | null;
  counted_stock: { wait: number; stock: StockAnswer[] | null };
}

/** The generated types, plus the JSON shapes that SQL functions return. */
export type ShopDatabase = Omit<Database, 'public'> & {
  public: Omit<Public, 'Functions'> & {
    Functions: Omit<Functions, keyof Returned> & {
      [Name in keyof Returned]: { Args: Functions[Name]['Args']; Returns: Returned[Name] };
    };
  };
};
