import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DiscountsAnswer, makeDiscount } from '#domain/contracts/staff-discounts.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { MomentField } from '../kit/form/MomentField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { discountsQuery } from './discounts-query.ts';
import { effectAt, EffectFields } from './EffectFields.tsx';
import { GoodsField } from './GoodsField.tsx';
import { effectOf, emptyEffect, type TypedEffect, wholeIn } from './typed-effect.ts';

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
  return {
    ...effectOf(typed),
    name: typed.name,
    max_uses: typed.maxUses.trim() === '' ? null : wholeIn(typed.maxUses),
    once_per_person: typed.oncePerPerson,
    starts_at: typed.startsAt,
    ends_at: typed.endsAt,
    code: typed.codes === 'one' ? typed.code : null,
    products: slugs('product'),
    categories: slugs('category'),
  };
}

interface Props extends DialogFrame {
  goods: DiscountsAnswer['goods'];
}

/** The form of a new discount. Its terms never change once it is made, but its end may move later. */
export function DiscountForm({ goods, ...frame }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(empty);
  const type =
    <Field extends keyof Typed>(field: Field) =>
    (value: Typed[Field]) =>
      setTyped((now) => ({ ...now, [field]: value }));
  const form = useContractForm(makeDiscount, {
    asked: { terms: termsOf(typed) },
    key: 'change',
    refusals: { discount_ends_first: 'terms.ends_at' },
    done(answer) {
      client.setQueryData(discountsQuery.queryKey, answer);
      return `${typed.name} is made.`;
    },
  });

  return (
    <ContractDialog {...frame} form={form} title="New discount" verb="Make">
      <TextField
        label="Name, for staff"
        maxLength={60}
        value={typed.name}
        {...form.at('terms.name')}
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
          {...form.at('terms.code')}
          onChange={type('code')}
        />
      )}
      <EffectFields
        typed={typed}
        at={effectAt(form)}
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
        {...form.at('terms.max_uses')}
        onChange={type('maxUses')}
      />
      <MomentField
        label="Starts"
        hint="Empty for now."
        value={typed.startsAt}
        {...form.at('terms.starts_at')}
        onChange={type('startsAt')}
      />
      <MomentField
        label="Ends"
        hint="Empty for when you pause it."
        value={typed.endsAt}
        {...form.at('terms.ends_at')}
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
    </ContractDialog>
  );
}
