import { useRef } from 'react';
import { company } from '#company';
import type { StaffMe } from '#domain/wire/staff-me.ts';
import { HelpDialog } from './HelpDialog.tsx';
import { staffLists } from '#domain/wire/staff-orders.ts';
import { leaveStudio } from './leave-studio.ts';
import { listNames } from './list-names.ts';
import type { Place } from './place.ts';
import { useKeys } from './use-keys.ts';
import { linkTo } from './use-place.ts';

/** The studio's header: the lists with how much there is to do, and who is logged in. */
export function StudioHeader({ me, place }: { me: StaffMe; place: Place }) {
  const help = useRef<HTMLDialogElement>(null);
  useKeys({ '?': () => help.current?.showModal() });
  return (
    <header className="studio-header">
      <div className="studio-brand">
        <a href="/" aria-label={`${company.brand}, the shop`}>
          {company.brand}
        </a>
        <span>Studio</span>
      </div>
      <nav aria-label="Lists" className="studio-nav">
        <ul>
          {staffLists.map((list) => {
            const count = list === 'all' ? undefined : me.counts?.[list];
            const current = place.at === 'list' && place.list === list;
            return (
              <li key={list}>
                <a
                  {...linkTo({ at: 'list', list, q: '', filters: {}, after: null })}
                  aria-current={current ? 'page' : undefined}
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
      <div className="studio-person">
        <a
          {...linkTo({ at: 'security' })}
          className="studio-small studio-me"
          aria-current={place.at === 'security' ? 'page' : undefined}
          title="Security of your login"
        >
          {me.name} <span className="studio-role">{me.role}</span>
        </a>
        <button
          type="button"
          className="studio-small"
          aria-haspopup="dialog"
          aria-label="Keyboard shortcuts"
          onClick={() => help.current?.showModal()}
        >
          ?
        </button>
        <button type="button" className="studio-small" onClick={leaveStudio}>
          Log Out
        </button>
      </div>
      <HelpDialog ref={help} />
    </header>
  );
}
