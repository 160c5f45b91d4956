import type { ListedProduct } from '#domain/listed-product.ts';
import type { ProductAttributes } from '#domain/product.ts';
import type { Delivery } from '#domain/postal/delivery.ts';
import type { TermsTexts } from '#domain/site-content/content.ts';
import type { Mailing, SubscribersAnswer } from '#domain/wire/staff-mailings.ts';
import type { StaffCounts } from '#domain/wire/staff-orders.ts';
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
type TableRow<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Row'];

/** Row of a `returns table` function as generated: no column may be null. */
type Generated<Name extends keyof Functions> = Functions[Name]['Returns'] extends (infer Row)[]
  ? Row
  : never;

/** Rows of a `returns table` function whose given columns may be null. */
type MayLack<Name extends keyof Functions, Column extends keyof Generated<Name>> = {
  [Key in keyof Generated<Name>]: Generated<Name>[Key] | (Key extends Column ? null : never);
}[];

/** Rows of a `returns table` function whose given columns have these types, such as JSON. */
type With<
  Name extends keyof Functions,
  Columns extends Partial<Record<keyof Generated<Name>, unknown>>,
> = (Omit<Generated<Name>, keyof Columns> & Columns)[];

/** Unsent goods of a colour, with the facts for carriers and customs; `unit_pence` is before tax. */
type LabelLine = Pick<
  TableRow<'order_items'>,
  'product_name' | 'color_name' | 'variant_id' | 'quantity'
> &
  Pick<TableRow<'products'>, 'material' | 'weight_grams' | 'hs_code' | 'origin_country'> & {
    unit_pence: number;
  };

/** Valid until a moment (ISO 8601); null for no end. */
interface Held {
  until: string | null;
}

type PaymentProgress = MayLack<'payment_progress', 'order' | 'payment_intent'>;

/** Return types of RPCs that the generator does not know: columns that may be null, and shapes of JSON. */
interface Returned {
  begin_login: MayLack<'begin_login', 'email'>;
  begin_refund: MayLack<'begin_refund', 'outcome' | 'waits' | 'refund_id' | 'amount_pence'>;
  complain: MayLack<'complain', 'mail'>;
  find_purchase: With<
    'find_purchase',
    {
      payment_id: number | null;
      order: TableRow<'orders'> | null;
      lines: TableRow<'checkout_lines'>[];
    }
  >;
  labels_to_print: With<'labels_to_print', { label: Delivery; lines: LabelLine[] }>;
  owe_confirm_email: MayLack<'owe_confirm_email', 'mail'>;
  payment_progress: PaymentProgress;
  record_dispute: MayLack<'record_dispute', 'order'>;
  reorder_lines: MayLack<'reorder_lines', 'product'>;
  second_factor_try: MayLack<'second_factor_try', 'try' | 'factor'>;
  staff_close_surplus: PaymentProgress;
  staff_complaints: MayLack<'staff_complaints', 'answered_at' | 'answered_by' | 'outcome'>;
  staff_mailings: { people: number; mailings: Mailing[] };
  staff_me: With<'staff_me', { second_factor_since: string | null; counts: StaffCounts | null }>;
  staff_publishing: With<
    'staff_publishing',
    {
      build_asked_at: string | null;
      build_started_at: string | null;
      awaits_build: 'soon' | 'next' | null;
    }
  >;
  staff_resolve_review: PaymentProgress;
  staff_retry_payment: PaymentProgress;
  staff_settle_payment: PaymentProgress;
  staff_subscribers: SubscribersAnswer;
  take_due_order_refunds: MayLack<'take_due_order_refunds', 'payment_intent'>;
  take_unfinished_checkouts: MayLack<'take_unfinished_checkouts', 'stripe_session_id'>;
  withdrawable_order: MayLack<'withdrawable_order', 'withdraw_until'>;
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
