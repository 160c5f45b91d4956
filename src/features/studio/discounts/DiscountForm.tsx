import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiscountKind } from '#domain/enums.ts';
import { DiscountTerms, type DiscountsAnswer, makeDiscount } from '#domain/wire/staff-discounts.ts';
import { asStaff } from '../as-staff.ts';
import { CheckField } from '../form/CheckField.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { MomentField } from '../form/MomentField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { amountIn } from '../order/AmountField.tsx';
import { problemText } from '../problem-text.ts';
import { useOpenDialog } from '../use-open-dialog.ts';
import { discountsQuery } from './discounts-query.ts';
import { GoodsField } from './GoodsField.tsx';

const kinds: Record<DiscountKind, string> = {
  percent: 'Per cent off',
  amount: 'Amount off',
  free_delivery: 'Free standard delivery',
};

const codeKinds = { one: 'One code for many people', single: 'Single-use codes, made later' };

interface Typed {
  name: string;
  kind: DiscountKind;
  percent: string;
  amount: string;
  minimum: string;
  maxUses: string;
  codes: keyof typeof codeKinds;
  code: string;
  oncePerPerson: boolean;
  withSales: boolean;
  startsAt: string | null;
  endsAt: string | null;
  goods: readonly DiscountsAnswer['goods'][number][];
}

const empty: Typed = {
  name: '',
  kind: 'percent',
  percent: '10',
  amount: '',
  minimum: '',
  maxUses: '',
  codes: 'one',
  code: '',
  oncePerPerson: true,
  withSales: false,
  startsAt: null,
  endsAt: null,
  goods: [],
};

/** A typed whole number; NaN, which no schema accepts, if it is something else. */
function wholeIn(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}

function termsOf(typed: Typed) {
  const slugs = (kind: 'category' | 'product') =>
    typed.goods.filter((good) => good.kind === kind).map(({ slug }) => slug);
  return DiscountTerms.safeParse({
    name: typed.name,
    kind: typed.kind,
    percent: typed.kind === 'percent' ? wholeIn(typed.percent) : null,
    amount_pence: typed.kind === 'amount' ? (amountIn(typed.amount) ?? Number.NaN) : null,
    minimum_pence: amountIn(typed.minimum) ?? Number.NaN,
    max_uses: typed.maxUses.trim() === '' ? null : wholeIn(typed.maxUses),
    once_per_person: typed.oncePerPerson,
    with_sales: typed.withSales,
    starts_at: typed.startsAt,
    ends_at: typed.endsAt,
    code: typed.codes === 'one' ? typed.code : null,
    products: slugs('product'),
    categories: slugs('category'),
  });
}

interface Props {
  goods: DiscountsAnswer['goods'];
  onClose: () => void;
}

/** The form of a new discount. Its terms never change once it is made. */
export function DiscountForm({ goods, onClose }: Props) {
  const dialog = useOpenDialog();
  const client = useQueryClient();
  const [change] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState(empty);
  const [hasTried, setTried] = useState(false);
  const terms = termsOf(typed);
  const faults = new Map(
    terms.error?.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  const fault = (field: keyof DiscountTerms) => (hasTried ? faults.get(field) : undefined);
  const type =
    <Field extends keyof Typed>(field: Field) =>
    (value: Typed[Field]) =>
      setTyped((now) => ({ ...now, [field]: value }));
  const make = useMutation({
    mutationFn: (asked: DiscountTerms) => asStaff(makeDiscount, { change, terms: asked }),
    onSuccess: (answer) => {
      client.setQueryData(discountsQuery.queryKey, answer);
      dialog.current?.close();
    },
  });

  function submit(): void {
    setTried(true);
    if (terms.success && !make.isPending) make.mutate(terms.data);
  }

  return (
    <FormDialog
      dialog={dialog}
      title="New discount"
      verb="Make"
      busy={make.isPending}
      problem={make.isError ? problemText(make.error) : ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name, for staff"
        maxLength={60}
        value={typed.name}
        fault={fault('name')}
        onChange={type('name')}
      />
      <SelectField label="Codes" value={typed.codes} choices={codeKinds} onChange={type('codes')} />
      {typed.codes === 'one' && (
        <TextField
          label="Code"
          hint="Letters and digits. Capitals, spaces and hyphens make no difference."
          maxLength={60}
          autoCapitalize="characters"
          spellCheck={false}
          value={typed.code}
          fault={fault('code')}
          onChange={type('code')}
        />
      )}
      <SelectField label="It gives" value={typed.kind} choices={kinds} onChange={type('kind')} />
      {typed.kind === 'percent' && (
        <TextField
          label="Per cent"
          inputMode="numeric"
          value={typed.percent}
          fault={fault('percent')}
          onChange={type('percent')}
        />
      )}
      {typed.kind === 'amount' && (
        <TextField
          label="Amount in pounds, at catalogue prices"
          inputMode="decimal"
          value={typed.amount}
          fault={fault('amount_pence')}
          onChange={type('amount')}
        />
      )}
      <TextField
        label="Minimum in pounds, at catalogue prices"
        hint="Of the goods it is for; empty for none."
        inputMode="decimal"
        value={typed.minimum}
        fault={fault('minimum_pence')}
        onChange={type('minimum')}
      />
      <GoodsField goods={goods} chosen={typed.goods} onChange={type('goods')} />
      <CheckField checked={typed.withSales} onChange={type('withSales')}>
        For reduced prices as well
      </CheckField>
      <CheckField checked={typed.oncePerPerson} onChange={type('oncePerPerson')}>
        Once for each account and e-mail address
      </CheckField>
      <TextField
        label="Orders in all"
        hint="Empty for no limit."
        inputMode="numeric"
        value={typed.maxUses}
        fault={fault('max_uses')}
        onChange={type('maxUses')}
      />
      <MomentField
        label="Starts"
        hint="Empty for now."
        value={typed.startsAt}
        fault={fault('starts_at')}
        onChange={type('startsAt')}
      />
      <MomentField
        label="Ends"
        hint="Empty for when you pause it."
        value={typed.endsAt}
        fault={fault('ends_at')}
        onChange={type('endsAt')}
      />
      {typed.codes === 'one' && !typed.oncePerPerson && typed.maxUses.trim() === '' && (
        <p className="studio-warning">
          Anyone can pay less with this code, as often as they like. While it runs, the regular
          price is not charged to everyone, so sales that follow may not show it as the former
          price.
        </p>
      )}
      <p className="studio-soft">
        A discount cannot be changed once it is made, because people have been promised it. You can
        pause it.
      </p>
    </FormDialog>
  );
}
