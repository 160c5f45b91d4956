import { type ComponentType, lazy } from 'react';
import type { StaffMe, StaffRole } from '#domain/wire/staff-me.ts';
import type { AreaName, AreaPlace, Place } from './place.ts';

/** An area of the studio beside orders: a chunk of its own, fetched when it is first shown. */
interface Area {
  at: AreaName;
  name: string;
  /** What its navigation lists: a page's name in addresses, '' the first, and its title. */
  pages: readonly (readonly [page: string, title: string])[];
  /** For managers alone, not for marketers. */
  isManagers?: true;
  Content: ComponentType<{ place: AreaPlace; me: StaffMe }>;
}

/** The areas, in the order of the header. Marketers reach all but the managers' own. */
export const areas: readonly Area[] = [
  {
    at: 'catalogue',
    name: 'Catalogue',
    pages: [
      ['', 'Spreadsheets'],
      ['products', 'Products'],
      ['order', 'Order of products'],
      ['releases', 'Releases'],
    ],
    Content: lazy(() => import('./catalogue/CatalogueArea.tsx')),
  },
  {
    at: 'pages',
    name: 'Pages',
    pages: [
      ['', 'Home'],
      ['announcement', 'Announcement'],
      ['launch', 'Launch page'],
      ['faq', 'FAQ'],
      ['terms', 'Terms'],
      ['returns', 'Shipping and returns'],
      ['privacy', 'Privacy'],
      ['contact', 'Contact'],
    ],
    Content: lazy(() => import('./pages/PagesArea.tsx')),
  },
  {
    at: 'mailing',
    name: 'Mailing',
    pages: [
      ['', 'Mailings'],
      ['subscribers', 'Subscribers'],
    ],
    Content: lazy(() => import('./mailing/MailingArea.tsx')),
  },
  {
    at: 'settings',
    name: 'Settings',
    pages: [['', 'Tax']],
    isManagers: true,
    Content: lazy(() => import('./settings/SettingsArea.tsx')),
  },
  {
    at: 'complaints',
    name: 'Complaints',
    pages: [['', 'About personal data']],
    isManagers: true,
    Content: lazy(() => import('./complaints/ComplaintsArea.tsx')),
  },
];

/** Whether a role reaches a place: packers orders, marketers the areas, managers all, and everybody their own security. */
export function reaches(role: StaffRole, place: Pick<Place, 'at'>): boolean {
  if (role === 'manager' || place.at === 'security') return true;
  const area = areas.find(({ at }) => at === place.at);
  return !area?.isManagers && (role === 'marketer') === (area !== undefined);
}

/** Where a role's studio opens, instead of the list of what must leave today. */
export function entranceOf(role: StaffRole, place: Place): Place {
  return place.at === 'list' && !reaches(role, place)
    ? { at: 'catalogue', page: '', query: {} }
    : place;
}
