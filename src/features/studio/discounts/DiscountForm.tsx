import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  DiscountTerms,
  type DiscountsAnswer,
  makeDiscount,
} from '#domain/contracts/staff-discounts.ts';
import { asStaff, reasonOf } from '../kit/as-staff.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { MomentField } from '../kit/form/MomentField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { problemText } from '../kit/problem-text.ts';
import { useOpenDialog } from '../kit/use-open-dialog.ts';
import { discountsQuery } from './discounts-query.ts';
import { EffectFields } from './EffectFields.tsx';
import { GoodsField } from './GoodsField.tsx';
import { effectOf, emptyEffect, type TypedEffect, wholeIn } from './typed-effect.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';

const codeKinds = { one: 'One code for many people', single: 'Single-use codes, made later' };

interface Typed extends TypedEffect {
  name: string;
  maxUses: string;
  codes: keyof typeof codeKinds;
  code: string;
  oncePerPerson: boolean;
  startsAt: string | null;
  endsAt: string | null;
  goods: readonly DiscountsAnswer['goods'][number][];
}

const empty: Typed = {
  ...emptyEffect,
  name: '',
  maxUses: '',
  codes: 'one',
  code: '',
  oncePerPerson: true,
  startsAt: null,
  endsAt: null,
  goods: [],
};

function termsOf(typed: Typed) {
  const slugs = (kind: 'category' | 'product') =>
    typed.goods.filter((good) => good.kind === kind).map(({ slug }) => slug);
  return DiscountTerms.safeParse({
    ...effectOf(typed),
    name: typed.name,
    max_uses: typed.maxUses.trim() === '' ? null : wholeIn(typed.maxUses),
    once_per_person: typed.oncePerPerson,
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

/** The form of a new discount. Its terms never change once it is made, but its end may move later. */
export function DiscountForm({ goods, onClose }: Props) {
  const dialog = useOpenDialog();
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
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
    mutationFn: (asked: DiscountTerms) =>
      asStaff(makeDiscount, { change: keyOf(asked), terms: asked }),
    onSuccess: (answer) => {
      client.setQueryData(discountsQuery.queryKey, answer);
      dialog.current?.close();
    },
  });

  const endsFirst =
    reasonOf(make.error) === 'discount_ends_first' ? problemText(make.error) : undefined;

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
      problem={make.isError && endsFirst === undefined ? problemText(make.error) : ''}
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
      <EffectFields
        typed={typed}
        fault={fault}
        onChange={(changed) => setTyped((now) => ({ ...now, ...changed }))}
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
        fault={fault('ends_at') ?? endsFirst}
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
        pause it, or let it end later.
      </p>
    </FormDialog>
  );
}
