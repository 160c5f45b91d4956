import { useState } from 'react';
import type { StaffRole } from '#domain/enums.ts';
import { changeTeam, type Colleague, type Invitation } from '#domain/contracts/staff-team.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';

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
  const form = useContractForm(changeTeam, {
    asked: { do: 'invite', email, role },
    changes,
    done: () => `An e-mail to ${email} has the link. It works for seven days.`,
  });
  return (
    <ContractDialog {...frame} form={form} title="Invite a colleague" verb="E-mail the invitation">
      <TextField
        label="Their e-mail address"
        {...form.at('email')}
        type="email"
        required
        value={email}
        onChange={setEmail}
      />
      <RoleField role={role} onChange={setRole} />
    </ContractDialog>
  );
}

/** Makes an invitation's link useless. */
export function WithdrawDialog({
  invitation: { invitation, email },
  ...frame
}: DialogFrame & { invitation: Invitation }) {
  const form = useContractForm(changeTeam, {
    asked: { do: 'withdraw', invitation },
    changes,
    done: () => `The link in the e-mail to ${email} no longer works.`,
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Withdraw the invitation of ${email}?`}
      verb="Withdraw"
    >
      <p>The link in the e-mail stops working at once.</p>
    </ContractDialog>
  );
}

interface OfOne extends DialogFrame {
  colleague: Colleague;
}

/** Gives a colleague another role. */
export function RoleDialog({ colleague: { staff, name, role: current }, ...frame }: OfOne) {
  const [role, setRole] = useState(current);
  const form = useContractForm(changeTeam, {
    asked: { do: 'role_changed', staff, role },
    blocked: role === current ? 'Choose another role.' : '',
    changes,
    done: () => `${name} is now a ${role}.`,
  });
  return (
    <ContractDialog {...frame} form={form} title={`Change the role of ${name}`} verb="Save">
      <RoleField role={role} onChange={setRole} />
    </ContractDialog>
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
  const form = useContractForm(changeTeam, {
    asked: { do: what, staff },
    changes,
    done: () => done(name),
  });
  return (
    <ContractDialog {...frame} form={form} title={title(name)} verb={verb}>
      <p>{text}</p>
    </ContractDialog>
  );
}
