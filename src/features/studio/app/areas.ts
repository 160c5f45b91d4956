import type { ComponentType } from 'react';
import type { StaffAct } from '#domain/enums.ts';
import type { StaffMe } from '#domain/contracts/staff-me.ts';
import type { AreaName, AreaPlace, Place } from '../kit/place.ts';
import { lazyPart } from '../kit/lazy-part.tsx';

/** An area of the studio beside orders: a chunk of its own, fetched when it is first shown. */
interface Area {
  at: AreaName;
  name: string;
  /** Navigation of the area: each page's name in URLs, '' for the first, its title, and the act that it needs besides. */
  pages: readonly (readonly [page: string, title: string, act?: StaffAct])[];
  /** The acts of which any opens the area. */
  acts: readonly StaffAct[];
  Content: ComponentType<{ place: AreaPlace; me: StaffMe }>;
}

/** The areas, in the order of the header. */
export const areas: readonly Area[] = [
  {
    at: 'customers',
    name: 'Customers',
    acts: ['read_orders'],
    pages: [
      ['', 'Customers'],
      ['templates', 'Templates'],
    ],
    Content: lazyPart(() => import('../customers/CustomersArea.tsx')),
  },
  {
    at: 'stock',
    name: 'Stock',
    acts: ['keep_stock'],
    pages: [
      ['', 'Stock'],
      ['count', 'Stock-take'],
    ],
    Content: lazyPart(() => import('../stock/StockArea.tsx')),
  },
  {
    at: 'catalogue',
    name: 'Catalogue',
    acts: ['edit_catalogue', 'answer_reviews'],
    pages: [
      ['', 'Overview', 'edit_catalogue'],
      ['products', 'Products', 'edit_catalogue'],
      ['categories', 'Categories', 'edit_catalogue'],
      ['order', 'Order of products', 'edit_catalogue'],
      ['files', 'Spreadsheets', 'edit_catalogue'],
      ['releases', 'Releases', 'edit_catalogue'],
      ['reviews', 'Reviews', 'answer_reviews'],
    ],
    Content: lazyPart(() => import('./CatalogueArea.tsx')),
  },
  {
    at: 'pages',
    name: 'Pages',
    acts: ['edit_catalogue'],
    pages: [
      ['', 'Home'],
      ['listing', 'All products'],
      ['own', 'Own pages'],
      ['redirects', 'Redirects'],
      ['announcement', 'Announcement'],
      ['launch', 'Launch page'],
      ['faq', 'FAQ'],
      ['terms', 'Terms'],
      ['returns', 'Shipping and returns'],
      ['privacy', 'Privacy'],
      ['contact', 'Contact'],
    ],
    Content: lazyPart(() => import('./PagesArea.tsx')),
  },
  {
    at: 'mailing',
    name: 'Mailing',
    acts: ['send_mailings'],
    pages: [
      ['', 'Mailings'],
      ['subscribers', 'Subscribers'],
      ['carts', 'Carts that were left'],
      ['welcome', 'Welcome code', 'give_discounts'],
    ],
    Content: lazyPart(() => import('../mailing/MailingArea.tsx')),
  },
  {
    at: 'discounts',
    name: 'Discounts',
    acts: ['give_discounts'],
    pages: [
      ['', 'Codes'],
      ['cards', 'Gift cards', 'move_money'],
    ],
    Content: lazyPart(() => import('../discounts/DiscountsArea.tsx')),
  },
  {
    at: 'figures',
    name: 'Figures',
    acts: ['see_money', 'see_visits', 'export_accounts'],
    pages: [
      ['', 'Sales', 'see_money'],
      ['visits', 'Visits', 'see_visits'],
      ['quarters', 'VAT quarters', 'export_accounts'],
      ['payouts', 'Payouts', 'export_accounts'],
    ],
    Content: lazyPart(() => import('../figures/FiguresArea.tsx')),
  },
  {
    at: 'settings',
    name: 'Settings',
    acts: ['edit_settings', 'manage_staff'],
    pages: [
      ['', 'Tax and duties', 'edit_settings'],
      ['delivery', 'Delivery', 'edit_settings'],
      ['packing', 'Packing', 'edit_settings'],
      ['company', 'Company', 'edit_settings'],
      ['staff', 'Staff', 'manage_staff'],
    ],
    Content: lazyPart(() => import('../settings/SettingsArea.tsx')),
  },
  {
    at: 'complaints',
    name: 'Complaints',
    acts: ['answer_complaints'],
    pages: [['', 'About personal data']],
    Content: lazyPart(() => import('../complaints/ComplaintsArea.tsx')),
  },
  {
    at: 'activity',
    name: 'Activity',
    acts: ['read_activity'],
    pages: [['', 'Activity']],
    Content: lazyPart(() => import('../activity/ActivityArea.tsx')),
  },
];

/** Whether these acts open a place. */
export function reaches(acts: readonly StaffAct[], { at }: Pick<Place, 'at'>): boolean {
  if (at === 'security') return acts.includes('use_studio');
  const ofOrders = [at === 'print' ? 'pack' : 'read_orders'] as const;
  const opening: readonly StaffAct[] = areas.find((area) => area.at === at)?.acts ?? ofOrders;
  return opening.some((act) => acts.includes(act));
}

/** The opening place: the list of what must leave today or, out of reach, the first area within it. */
export function entranceOf(acts: readonly StaffAct[], place: Place): Place {
  if (place.at !== 'list' || reaches(acts, place)) return place;
  const area = areas.find((one) => reaches(acts, one));
  return area ? { at: area.at, page: '', query: {} } : { at: 'security' };
}
