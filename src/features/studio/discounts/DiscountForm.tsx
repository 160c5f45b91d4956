import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DiscountsAnswer, makeDiscount } from '#domain/contracts/staff-discounts.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { MomentField } from '../kit/form/MomentField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { discountsQuery } from './discounts-query.ts';
import { EffectFields } from './EffectFields.tsx';
import { GoodsField } from './GoodsField.tsx';
import { effectOf, emptyEffect, type TypedEffect } from './typed-effect.ts';
import { wholeIn } from '../kit/form/whole-in.ts';

const codeKinds = { one: 'One code for many people', single: 'Single-use codes, made later' };

interface Typed extends TypedEffect {
  name: string;
  max_uses: string;
  codes: keyof typeof codeKinds;
  code: string;
  once_per_person: boolean;
  starts_at: string | null;
  ends_at: string | null;
  goods: readonly DiscountsAnswer['goods'][number][];
}

const empty: Typed = {
  ...emptyEffect,
  name: '',
  max_uses: '',
  codes: 'one',
  code: '',
  once_per_person: true,
  starts_at: null,
  ends_at: null,
  goods: [],
};

function termsOf(typed: Typed) {
  const { name, max_uses, once_per_person, starts_at, ends_at } = typed;
  const slugs = (kind: 'category' | 'product') =>
    typed.goods.filter((good) => good.kind === kind).map(({ slug }) => slug);
  return {
    ...effectOf(typed),
    name,
    max_uses: max_uses.trim() === '' ? null : wholeIn(max_uses),
    once_per_person,
    starts_at,
    ends_at,
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
  const form = useContractForm(makeDiscount, {
    asked: { terms: termsOf(typed) },
    key: 'change',
    refusals: { discount_ends_first: 'terms.ends_at' },
    done(answer) {
      client.setQueryData(discountsQuery.queryKey, answer);
      return `${typed.name} is made.`;
    },
  });

  const field = fieldsOf(typed, setTyped, (name) => form.at(`terms.${name}`));
  return (
    <ContractDialog {...frame} form={form} title="New discount" verb="Make">
      <TextField label="Name, for staff" maxLength={60} {...field('name')} />
      <SelectField label="Codes" {...field('codes')} choices={codeKinds} />
      {typed.codes === 'one' && (
        <TextField
          label="Code"
          hint="Letters and digits. Capitals, spaces and hyphens make no difference."
          maxLength={60}
          autoCapitalize="characters"
          spellCheck={false}
          {...field('code')}
        />
      )}
      <EffectFields
        typed={typed}
        form={form}
        onChange={(changed) => setTyped({ ...typed, ...changed })}
      />
      <GoodsField goods={goods} chosen={typed.goods} onChange={field('goods').onChange} />
      <CheckField checked={typed.with_sales} onChange={field('with_sales').onChange}>
        For reduced prices as well
      </CheckField>
      <CheckField checked={typed.once_per_person} onChange={field('once_per_person').onChange}>
        Once for each account and e-mail address
      </CheckField>
      <TextField
        label="Orders in all"
        hint="Empty for no limit."
        inputMode="numeric"
        {...field('max_uses')}
      />
      <MomentField label="Starts" hint="Empty for now." {...field('starts_at')} />
      <MomentField label="Ends" hint="Empty for when you pause it." {...field('ends_at')} />
      {typed.codes === 'one' && !typed.once_per_person && typed.max_uses.trim() === '' && (
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
