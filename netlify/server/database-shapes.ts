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

/** What a delivery promises to an order, as ISO dates. */
interface PromisedDelivery {
  name: string;
  leaves_by: string;
  arrives_from: string;
  arrives_by: string;
}

type Public = Database['public'];
type Functions = Public['Functions'];

/** What is true of the catalogue until a moment (ISO 8601); null for no end. */
interface Held {
  until: string | null;
}

/** What functions return whose JSON the generated types know nothing more of. */
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
    /** By product; only if they were asked for. */
    attributes?: Readonly<Record<string, ProductAttributes>>;
  };
  domestic_promises: { deliveries: PromisedDelivery[]; until: string };
  terms_version: { texts: TermsTexts; published_at: string } | null;
  counted_stock: { wait: number; stock: StockAnswer[] | null };
}

/** The generated types, with the shapes of what SQL functions answer as JSON. */
export type ShopDatabase = Omit<Database, 'public'> & {
  public: Omit<Public, 'Functions'> & {
    Functions: Omit<Functions, keyof Returned> & {
      [Name in keyof Returned]: { Args: Functions[Name]['Args']; Returns: Returned[Name] };
    };
  };
};
