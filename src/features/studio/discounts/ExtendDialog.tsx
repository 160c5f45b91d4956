import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { extendDiscount, type StaffDiscount } from '#domain/contracts/staff-discounts.ts';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { MomentField } from '../kit/form/MomentField.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { discountsQuery } from './discounts-query.ts';

interface Props extends DialogFrame {
  discount: StaffDiscount;
}

/** Moves the end of a discount later. */
export function ExtendDialog({ discount: { id, name, ends_at }, ...frame }: Props) {
  const client = useQueryClient();
  const [end, setEnd] = useState(ends_at);
  const form = useContractForm(extendDiscount, {
    asked: { discount: id, ends_at: end },
    key: 'change',
    refusals: { discount_over: 'ends_at', discount_end_not_later: 'ends_at' },
    done(answer) {
      client.setQueryData(discountsQuery.queryKey, answer);
      return `${name} ends later.`;
    },
  });
  return (
    <ContractDialog {...frame} form={form} title={`A later end for ${name}`} verb="Save">
      <MomentField
        label="Ends"
        hint="Empty for when you pause it."
        {...form.at('ends_at')}
        value={end}
        onChange={setEnd}
      />
      <p className="studio-soft">It can never end sooner again. You can pause it.</p>
    </ContractDialog>
  );
}
