import type { ActivityArea, DiscountChange, DownloadKind, LoggedAct } from '#domain/enums.ts';
import type { Act } from '#domain/contracts/staff-activity.ts';
import { entryNames } from '../customers/entry-names.ts';
import { entryTitle } from '../orders/order/order-texts.ts';
import type { Place } from '../kit/place.ts';
import { reasonNames } from '../stock/stock-texts.ts';
import { statusText } from '#domain/orders/order.ts';

/** Names of the areas of the log. */
export const areaNames: Readonly<Record<ActivityArea, string>> = {
  orders: 'Orders',
  customers: 'Customers',
  reviews: 'Reviews',
  stock: 'Stock',
  catalogue: 'Catalogue and pages',
  discounts: 'Discounts',
  mailing: 'Mailings',
  settings: 'Settings',
  staff: 'Staff',
  downloads: 'Downloads',
};

const loggedNames: Readonly<Record<LoggedAct, string>> = {
  link_cancelled: 'Cancelled a payment link',
  template_saved: 'Saved a template',
  template_removed: 'Removed a template',
  limit_changed: 'Changed the limit of low stock',
  delivery_cancelled: 'Cancelled an expected delivery',
  welcome_turned_on: 'Turned on codes for new subscribers',
  welcome_turned_off: 'Turned off codes for new subscribers',
  mailing_saved: 'Wrote a mailing',
  mailing_sent: 'Sent a mailing',
  mailing_scheduled: 'Scheduled a mailing',
  mailing_stopped: 'Stopped a mailing',
  mailing_resumed: 'Resumed a mailing',
  mailing_discarded: 'Discarded a mailing',
  subscriber_removed: 'Removed a subscriber',
  reminders_turned_on: 'Turned on reminders of carts',
  reminders_turned_off: 'Turned off reminders of carts',
  app_added: 'Added their authenticator app',
  draw_planned: 'Planned a draw',
  draw_cancelled: 'Cancelled a draw',
  own_app_removed: 'Removed their authenticator app',
  review_hidden: 'Hid a review',
  review_shown: 'Showed a review again',
  review_answered: 'Answered a review',
  review_answer_removed: 'Removed an answer to a review',
  credit_given: 'Gave store credit',
  gift_card_renewed: 'Sent a new code for a gift card',
};

const discountNames: Readonly<Record<DiscountChange, string>> = {
  made: 'Made a discount',
  paused: 'Paused a discount',
  resumed: 'Resumed a discount',
  codes: 'Made single-use codes',
  extended: 'Moved the end of a discount',
};

/** Acts whose records name them otherwise, or not in words. */
const actNames: Readonly<Record<string, string>> = {
  ...loggedNames,
  complaint_answered: 'Answered a complaint',
  delivery_expected: 'Expects a delivery',
  made: 'Made a release',
  saved: 'Saved a release',
  scheduled: 'Scheduled a release',
  unscheduled: 'Unscheduled a release',
  published: 'Published',
  published_differently: 'Published, with a result that differs from the preview',
  failed: 'Failed to publish',
  undone: 'Undid a release',
  discarded: 'Discarded a release',
  settings_changed: 'Changed settings',
  quarter_filed: 'Filed a VAT quarter',
  invited: 'Invited a colleague',
  withdrawn: 'Withdrew an invitation',
  joined: 'Joined',
  employed: 'Access given',
  role_changed: 'Role changed',
  logged_out: 'Logged out everywhere',
  app_removed: 'Authenticator app removed',
  left: 'Access ended',
};

function isName<Key extends string>(
  names: Readonly<Record<Key, string>>,
  name: string,
): name is Key {
  return Object.hasOwn(names, name);
}

const fileNames: Readonly<Record<DownloadKind, string>> = {
  'click-and-drop': 'labels for Click & Drop',
  customs: 'customs data',
  figures: 'figures',
  accounts: 'the payments for the accountant',
  movements: 'the movements of money',
  vat: 'the VAT sums',
  xero: 'the file for Xero',
  quickbooks: 'the file of sales for QuickBooks',
  'quickbooks-credits': 'the file of refunds for QuickBooks',
  stripe: 'fees and payouts of Stripe',
  subscribers: 'the subscribers',
};

/** An act in words: "Refunded outside Stripe". */
export function actText({ area, what }: Pick<Act, 'area' | 'what'>): string {
  if (area === 'customers' && isName(entryNames, what)) return entryNames[what];
  if (area === 'stock' && isName(reasonNames, what))
    return `Stock ${reasonNames[what].toLowerCase()}`;
  if (area === 'orders' && !isName(loggedNames, what))
    return entryTitle({ kind: what, about: null, state: null });
  if (area === 'discounts' && isName(discountNames, what)) return discountNames[what];
  if (area === 'downloads' && isName(fileNames, what)) return `Saved ${fileNames[what]}`;
  return actNames[what] ?? statusText(what);
}

/** The page of the thing that an act concerns; null without one. */
export function placeOf({ about, id }: Pick<Act, 'about' | 'id'>): Place | null {
  switch (about) {
    case 'order':
      return { at: 'order', order: Number(id) };
    case 'checkout':
      return { at: 'checkout', checkout: id ?? '' };
    case 'customer':
      return id === null ? null : { at: 'customers', page: 'customer', query: { id } };
    case 'variant':
      return { at: 'stock', page: 'colour', query: { id: id ?? '' } };
    case 'product':
      return { at: 'catalogue', page: 'product', query: { slug: id ?? '' } };
    case 'release':
      return { at: 'catalogue', page: 'release', query: { id: id ?? '' } };
    case 'discounts':
      return { at: 'discounts', page: '', query: {} };
    case 'welcome':
      return { at: 'mailing', page: 'welcome', query: {} };
    case 'mailing':
      return { at: 'mailing', page: '', query: {} };
    case 'subscribers':
      return { at: 'mailing', page: 'subscribers', query: {} };
    case 'reminders':
      return { at: 'mailing', page: 'carts', query: {} };
    case 'settings':
      return { at: 'settings', page: '', query: {} };
    case 'team':
      return { at: 'settings', page: 'staff', query: {} };
    case 'templates':
      return { at: 'customers', page: 'templates', query: {} };
    case 'complaints':
      return { at: 'complaints', page: '', query: {} };
    case 'reviews':
      return { at: 'catalogue', page: 'reviews', query: {} };
    case 'gift_cards':
      return { at: 'discounts', page: 'cards', query: { q: '' } };
    case 'quarters':
      return { at: 'figures', page: 'quarters', query: {} };
    case null:
      return null;
  }
}

/** The thing that an act concerns: "order 10000042"; `''` without one. */
export function aboutText({ about, id, name }: Pick<Act, 'about' | 'id' | 'name'>): string {
  switch (about) {
    case 'order':
      return `order ${id ?? ''}`;
    case 'checkout':
      return 'payment';
    case 'customer':
      return id === null ? 'someone erased since' : name || 'customer';
    case 'variant':
      return 'colour';
    case 'welcome':
      return 'welcome code';
    case 'mailing':
      return 'mailings';
    case 'team':
      return 'staff';
    case null:
      return '';
    default:
      return about;
  }
}
