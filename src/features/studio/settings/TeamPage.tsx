import { useQuery } from '@tanstack/react-query';
import type { Colleague, Invitation } from '#domain/contracts/staff-team.ts';
import { Panel } from '../kit/Panel.tsx';
import { Button } from '../kit/Button.tsx';
import { momentText } from '../kit/day-text.ts';
import { type OpenDialog, usePageDialog } from '../kit/use-page-dialog.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { linkTo } from '../kit/use-place.ts';
import { EndDialog, InviteDialog, RoleDialog, WithdrawDialog } from './team-dialogs.tsx';
import { teamQuery } from './team-query.ts';

interface ActionProps {
  /** Names the person for screen readers, who hear the buttons of all rows alike. */
  of: string;
  text: string;
  onPress: () => void;
}

function Action({ of, text, onPress }: ActionProps) {
  return (
    <Button look="small" opensDialog onClick={onPress}>
      {text}
      <span className="sr-only"> of {of}</span>
    </Button>
  );
}

function Person({ colleague, open }: { colleague: Colleague; open: OpenDialog }) {
  const { name, email, role, last_login_at, has_second_factor, own } = colleague;
  const end = (what: 'logged_out' | 'app_removed' | 'left'): void =>
    open((frame) => <EndDialog {...frame} what={what} colleague={colleague} />);
  return (
    <li>
      <h2>
        {name} <span className="studio-soft">{own ? `${role}, you` : role}</span>
      </h2>
      <p className="wrap-anywhere">{email}</p>
      <p className="studio-soft">
        {last_login_at === null ? 'Never logged in' : `Last login ${momentText(last_login_at)}`};{' '}
        {has_second_factor ? 'with an authenticator app' : 'no authenticator app'}
      </p>
      {!own && (
        <div className="studio-actions">
          <Action
            of={name}
            text="Change role"
            onPress={() => open((frame) => <RoleDialog {...frame} colleague={colleague} />)}
          />
          <Action of={name} text="Log out everywhere" onPress={() => end('logged_out')} />
          {has_second_factor && (
            <Action of={name} text="Remove app" onPress={() => end('app_removed')} />
          )}
          <Action of={name} text="End access" onPress={() => end('left')} />
        </div>
      )}
    </li>
  );
}

function Invited({ invitation, open }: { invitation: Invitation; open: OpenDialog }) {
  const { email, role, at, by, is_undelivered } = invitation;
  return (
    <li>
      <h3 className="wrap-anywhere">
        {email} <span className="studio-soft">{role}</span>
      </h3>
      <p className="studio-soft">
        Invited by {by}, {momentText(at)}
      </p>
      {is_undelivered && (
        <p className="message-error">
          The e-mail did not arrive. Withdraw the invitation and check the address.
        </p>
      )}
      <div className="studio-actions">
        <Action
          of={email}
          text="Withdraw"
          onPress={() => open((frame) => <WithdrawDialog {...frame} invitation={invitation} />)}
        />
      </div>
    </li>
  );
}

/** Everyone who may use the studio, for managers. */
export function TeamPage() {
  const found = useQuery(teamQuery);
  const { data } = found;
  const { open, news, dialog } = usePageDialog();

  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Staff</h1>
        <Button
          look="main"
          opensDialog
          onClick={() => open((frame) => <InviteDialog {...frame} />)}
        >
          Invite
        </Button>
      </div>
      <p className="studio-soft">
        Changes work at once, and are in the{' '}
        <a className="link" {...linkTo({ at: 'activity', page: '', query: { area: 'staff' } })}>
          activity log
        </a>
        . Another manager changes your own access.
      </p>
      <output className="studio-news">{news}</output>
      <Awaited query={found} />
      <ul className="template-list settings-team">
        {data?.people.map((colleague) => (
          <Person key={colleague.staff} colleague={colleague} open={open} />
        ))}
      </ul>
      {data && data.invitations.length > 0 && (
        <Panel title="Invited" className="settings-team">
          <ul className="template-list">
            {data.invitations.map((invitation) => (
              <Invited key={invitation.invitation} invitation={invitation} open={open} />
            ))}
          </ul>
        </Panel>
      )}
      {dialog}
    </>
  );
}
