import type { FeedDelivery } from '#domain/feeds/feed-item.ts';
import type { ListedProduct } from '#domain/catalogue/listed-product.ts';
import type { ProductReviews } from '#domain/catalogue/product-reviews.ts';
import type { ProductAttributes } from '#domain/catalogue/product.ts';
import type { SearchWords } from '#domain/catalogue/search-words.ts';
import type { Delivery } from '#domain/postal/delivery.ts';
import type { StaffDraw } from '#domain/contracts/staff-draws.ts';
import type { FedReview } from '#domain/feeds/review-feed.ts';
import type { DrawEntry, DrawFacts } from '#domain/draws/draw-facts.ts';
import type { DrawRecord } from '#domain/draws/draw-record.ts';
import type { TermsTexts } from '#domain/site-content/content.ts';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import type { Mailing, SubscribersAnswer } from '#domain/contracts/staff-mailings.ts';
import type { StaffCounts } from '#domain/contracts/staff-orders.ts';
import type { Database } from './database.types.ts';
import type { GeneratedRow, nullableColumns } from './nullable-columns.ts';

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
type TableRow<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Row'];

/** Unsent goods of a colour, with the facts for carriers and customs; `unit_pence` is before tax. */
type LabelLine = Pick<
  TableRow<'order_items'>,
  'product_name' | 'color_name' | 'variant_id' | 'quantity'
> &
  Pick<TableRow<'color_variants'>, 'sku'> &
  Pick<EditedProduct, 'material' | 'weight_grams' | 'hs_code' | 'origin_country'> & {
    unit_pence: number;
  };

/** Valid until a moment (ISO 8601); null for no end. */
interface Held {
  until: string | null;
}

/** The gift card that paid part of an order (`gift_card_of`). */
export type GiftCardUse = { code_end: string; paid_pence: number; left_pence: number };

/** Columns of `returns table` functions whose type the generator does not know, apart from null. */
interface Columns {
  begin_label: { parcel: TypedRow<'labels_to_print'> };
  find_purchase: {
    order: TableRow<'orders'> & { gift_card: GiftCardUse | null };
    lines: TableRow<'checkout_lines'>[];
  };
  labels_to_print: { label: Delivery; lines: LabelLine[] };
  staff_me: { counts: StaffCounts };
  staff_publishing: { awaits_build: 'soon' | 'next' };
}

type Nullable = typeof nullableColumns;
type ColumnsOf<Name> = Name extends keyof Columns ? Columns[Name] : unknown;
type NullableOf<Name> = Name extends keyof Nullable ? Nullable[Name][number] : never;

type TypedRow<Name extends keyof Functions> = {
  [Column in keyof GeneratedRow<Name>]:
    | (Column extends keyof ColumnsOf<Name> ? ColumnsOf<Name>[Column] : GeneratedRow<Name>[Column])
    | (Column extends NullableOf<Name> ? null : never);
};

type Rows = { [Name in keyof Columns | keyof Nullable]: TypedRow<Name>[] };

/** Return types of RPCs that the generator sees only as `Json`. */
interface Returned extends Rows {
  staff_mailings: { people: number; mailings: Mailing[] };
  staff_subscribers: SubscribersAnswer;
  listing_until: Held & { products: ListedProduct[] | null };
  feed_until: Held & {
    products: ListedProduct[];
    /** By the products' ids. */
    attributes: Record<string, ProductAttributes>;
    tax_basis_points: number;
    delivery: FeedDelivery | null;
  };
  categories_until: Held & { categories: { id: number; name: string }[] };
  address_until: Held & {
    listed: boolean;
    collection: string | null;
  };
  product_page: Held & {
    left: { category: { id: number; name: string } | null } | null;
    /** Null unless it is on sale. */
    product: ListedProduct | null;
    attributes: ProductAttributes | null;
    search: SearchWords | null;
    reviews: ProductReviews | null;
    related: ListedProduct[];
  };
  draw_facts: DrawFacts | null;
  draw_record: DrawRecord | null;
  draw_entry: DrawEntry | null;
  staff_draw: StaffDraw;
  staff_plan_draw: StaffDraw;
  staff_cancel_draw: StaffDraw;
  review_feed: FedReview[];
  opened_until: Held & { products: ListedProduct[] };
  counted_products: {
    wait: number;
    products: ListedProduct[] | null;
    /** Keyed by product; only if asked for. */
    attributes?: Readonly<Record<string, ProductAttributes>>;
  };
  domestic_promises: { deliveries: PromisedDelivery[]; until: string };
  counted_stock: { wait: number; stock: StockAnswer[] | null };
}

type TermsVersions = Omit<Public['Tables']['terms_versions'], 'Row'> & {
  Row: Omit<TableRow<'terms_versions'>, 'texts'> & { texts: TermsTexts };
};

/** The generated types, plus what the generator does not know. */
export type ShopDatabase = Omit<Database, 'public'> & {
  public: Omit<Public, 'Functions' | 'Tables'> & {
    Tables: Omit<Public['Tables'], 'terms_versions'> & { terms_versions: TermsVersions };
    Functions: Omit<Functions, keyof Returned> & {
      [Name in keyof Returned]: { Args: Functions[Name]['Args']; Returns: Returned[Name] };
    };
  };
};

type ShopFunctions = ShopDatabase['public']['Functions'];

/** Row of a `returns table` function. */
export type ShopRow<Name extends keyof ShopFunctions> =
  ShopFunctions[Name]['Returns'] extends (infer Row)[] ? Row : never;
