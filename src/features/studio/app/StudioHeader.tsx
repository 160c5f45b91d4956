import { useRef } from 'react';
import { company } from '#brand/company.ts';
import type { StaffMe } from '#domain/contracts/staff-me.ts';
import { staffLists } from '#domain/contracts/staff-orders.ts';
import { areas, reaches } from './areas.ts';
import { listOfPage } from './page-of-list.ts';
import { HelpDialog } from './HelpDialog.tsx';
import { leaveStudio } from './leave-studio.ts';
import { listNames } from '../orders/list/list-names.ts';
import { Button } from '../kit/Button.tsx';
import type { Place } from '../kit/place.ts';
import { useKeys } from '../kit/use-keys.ts';
import { linkTo } from '../kit/use-place.ts';

interface Props {
  me: StaffMe;
  place: Place;
}

const entrance = { at: 'list', list: 'to_send', q: '', filters: {}, after: null } as const;

/** Scrolls an overflowing row of links to one of them. */
function scrollTo(link: HTMLElement): void {
  const row = link.closest('nav');
  if (!row) return;
  const [outer, inner] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  // `scrollIntoView()` would scroll the page as well.
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

/** Keeps a link in view, also once its font has loaded, in which the row may be wider. */
function showLink(link: HTMLElement | null): void {
  if (!link) return;
  scrollTo(link);
  void document.fonts.ready.then(() => scrollTo(link));
}

/** Marks a link as current and keeps it in view. */
function currentIf(isCurrent: boolean, kind: 'page' | 'true') {
  return isCurrent ? { 'aria-current': kind, ref: showLink } : {};
}

/** Links to areas, for roles with more than one. */
function AreaLinks({ me, place }: Props) {
  const area = areas.find(({ at }) => at === place.at);
  const theirs = areas.filter((one) => reaches(me.acts, one));
  const orders = reaches(me.acts, entrance);
  if (theirs.length + Number(orders) < 2) return null;
  return (
    <nav aria-label="Areas" className="studio-nav studio-areas">
      <ul>
        {orders && (
          <li>
            <a {...linkTo(entrance)} {...currentIf(!area && place.at !== 'security', 'true')}>
              Orders
            </a>
          </li>
        )}
        {theirs.map(({ at, name }) => (
          <li key={at}>
            <a {...linkTo({ at, page: '', query: {} })} {...currentIf(area?.at === at, 'true')}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the pages of an area. */
function PageLinks({ me, place }: Props) {
  const area =
    areas.find(({ at }) => at === place.at) ?? areas.find((one) => reaches(me.acts, one));
  if (!area) return null;
  const here = 'page' in place && place.at === area.at ? place.page : null;
  const list = here === null || area.at !== 'catalogue' ? undefined : listOfPage(here);
  const pages = area.pages.filter(([, , act]) => !act || me.acts.includes(act));
  return (
    <nav aria-label={area.name} className="studio-nav">
      <ul>
        {pages.map(([page, title]) => (
          <li key={page}>
            <a
              {...linkTo({ at: area.at, page, query: {} })}
              {...currentIf(page === here || page === list, page === here ? 'page' : 'true')}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the order lists, with their counts. */
function ListLinks({ me, place }: Props) {
  return (
    <nav aria-label="Lists" className="studio-nav">
      <ul>
        {staffLists.map((list) => {
          const count = list === 'all' ? undefined : me.counts?.[list];
          return (
            <li key={list}>
              <a
                {...linkTo({ ...entrance, list })}
                {...currentIf(place.at === 'list' && place.list === list, 'page')}
                data-urgent={list === 'late' && count ? '' : undefined}
              >
                {listNames[list]}
                {count !== undefined && <span className="studio-count">{count}</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The studio's header: navigation, counts and login. */
export function StudioHeader({ me, place }: Props) {
  const help = useRef<HTMLDialogElement>(null);
  useKeys({ '?': () => help.current?.showModal() });
  const ofOrders = reaches(me.acts, entrance) && !areas.some(({ at }) => at === place.at);
  return (
    <header className="studio-header">
      <div className="studio-brand">
        <a href="/" aria-label={`${company.brand}, the shop`}>
          {company.brand}
        </a>
        <span>Studio</span>
      </div>
      <AreaLinks me={me} place={place} />
      {ofOrders ? <ListLinks me={me} place={place} /> : <PageLinks me={me} place={place} />}
      <div className="studio-person">
        <a
          {...linkTo({ at: 'security' })}
          className="studio-small studio-me"
          aria-current={place.at === 'security' ? 'page' : undefined}
          title="Login security"
        >
          <span className="studio-me-name">{me.name}</span>{' '}
          <span className="studio-role">{me.role}</span>
        </a>
        <Button
          look="small"
          opensDialog
          aria-label="Keyboard shortcuts"
          onClick={() => help.current?.showModal()}
        >
          ?
        </Button>
        <Button look="small" onClick={leaveStudio}>
          Log Out
        </Button>
      </div>
      <HelpDialog ref={help} />
    </header>
  );
}
