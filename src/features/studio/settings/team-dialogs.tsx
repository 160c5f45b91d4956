import { useState } from 'react';
import type { StaffRole } from '#domain/enums.ts';
import { changeTeam, type Colleague, type Invitation } from '#domain/contracts/staff-team.ts';
import { asStaff } from '../kit/as-staff.ts';
import { Field } from '../kit/form/Field.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { type DialogFrame, KeyedDialog } from '../kit/KeyedDialog.tsx';

const changes = ['team', 'activity'];

/** The roles with what they may do, for somebody who chooses one. */
const roleTexts: Readonly<Record<StaffRole, string>> = {
  packer: 'Packer: packs, sends, receives returns, keeps stock',
  marketer: 'Marketer: catalogue, pages, mailings, discounts',
  manager: 'Manager: everything, money and staff included',
};

function RoleField({ role, onChange }: { role: StaffRole; onChange: (role: StaffRole) => void }) {
  return <SelectField label="Role" value={role} choices={roleTexts} onChange={onChange} />;
}

/** Invites somebody by e-mail. */
export function InviteDialog(frame: DialogFrame) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('packer');
  return (
    <KeyedDialog
      {...frame}
      title="Invite a colleague"
      verb="E-mail the invitation"
      content={JSON.stringify([email, role])}
      changes={changes}
      act={async (event) => {
        await asStaff(changeTeam, { do: 'invite', event, email, role });
        return `An e-mail to ${email} has the link. It works for seven days.`;
      }}
    >
      <Field label="Their e-mail address">
        {(about) => (
          <input
            {...about}
            type="email"
            className="field"
            autoComplete="off"
            required
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        )}
      </Field>
      <RoleField role={role} onChange={setRole} />
    </KeyedDialog>
  );
}

/** Makes an invitation's link useless. */
export function WithdrawDialog({
  invitation: { invitation, email },
  ...frame
}: DialogFrame & { invitation: Invitation }) {
  return (
    <KeyedDialog
      {...frame}
      title={`Withdraw the invitation of ${email}?`}
      verb="Withdraw"
      content=""
      changes={changes}
      act={async (event) => {
        await asStaff(changeTeam, { do: 'withdraw', event, invitation });
        return `The link in the e-mail to ${email} no longer works.`;
      }}
    >
      <p>The link in the e-mail stops working at once.</p>
    </KeyedDialog>
  );
}

interface OfOne extends DialogFrame {
  colleague: Colleague;
}

/** Gives a colleague another role. */
export function RoleDialog({ colleague: { staff, name, role: current }, ...frame }: OfOne) {
  const [role, setRole] = useState(current);
  return (
    <KeyedDialog
      {...frame}
      title={`Change the role of ${name}`}
      verb="Save"
      content={role}
      fault={role === current ? 'Choose another role.' : ''}
      changes={changes}
      act={async (event) => {
        await asStaff(changeTeam, { do: 'role_changed', event, staff, role });
        return `${name} is now a ${role}.`;
      }}
    >
      <RoleField role={role} onChange={setRole} />
    </KeyedDialog>
  );
}

const ends = {
  logged_out: {
    title: (name: string) => `Log ${name} out everywhere?`,
    verb: 'Log out',
    text: 'All logins end at once, on every device. They can log in again with their password.',
    done: (name: string) => `${name} is logged out everywhere.`,
  },
  app_removed: {
    title: (name: string) => `Remove the authenticator app of ${name}?`,
    verb: 'Remove the app',
    text: 'For a lost or new phone. Their logins on all devices end at once; afterwards their password alone opens the studio until they add an app.',
    done: (name: string) => `The authenticator app of ${name} is removed.`,
  },
  left: {
    title: (name: string) => `End the access of ${name}?`,
    verb: 'End access',
    text: 'Access and logins end at once. What they did stays in the history. Their account as a shopper stays.',
    done: (name: string) => `${name} no longer has access to the studio.`,
  },
} as const;

/** Ends logins, the app or the access of a colleague. */
export function EndDialog({
  what,
  colleague: { staff, name },
  ...frame
}: OfOne & { what: keyof typeof ends }) {
  const { title, verb, text, done } = ends[what];
  return (
    <KeyedDialog
      {...frame}
      title={title(name)}
      verb={verb}
      content={what}
      changes={changes}
      act={async (event) => {
        await asStaff(changeTeam, { do: what, event, staff });
        return done(name);
      }}
    >
      <p>{text}</p>
    </KeyedDialog>
  );
}
