import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { extendDiscount, type StaffDiscount } from '#domain/contracts/staff-discounts.ts';
import { asStaff } from '../kit/as-staff.ts';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { MomentField } from '../kit/form/MomentField.tsx';
import { problemText } from '../kit/problem-text.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useOpenDialog } from '../kit/use-open-dialog.ts';
import { discountsQuery } from './discounts-query.ts';

interface Props {
  discount: StaffDiscount;
  onClose: () => void;
}

/** Moves the end of a discount later. */
export function ExtendDialog({ discount: { id, name, ends_at }, onClose }: Props) {
  const dialog = useOpenDialog();
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const [end, setEnd] = useState(ends_at);
  const extend = useMutation({
    mutationFn: (ends: string | null) =>
      asStaff(extendDiscount, { change: keyOf(ends), discount: id, ends_at: ends }),
    onSuccess: (answer) => {
      client.setQueryData(discountsQuery.queryKey, answer);
      dialog.current?.close();
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={`A later end for ${name}`}
      verb="Save"
      busy={extend.isPending}
      problem=""
      onSubmit={() => {
        if (end !== '' && !extend.isPending) extend.mutate(end);
      }}
      onClose={onClose}
    >
      <MomentField
        label="Ends"
        hint="Empty for when you pause it."
        value={end}
        fault={extend.isError ? problemText(extend.error) : undefined}
        onChange={setEnd}
      />
      <p className="studio-soft">It can never end sooner again. You can pause it.</p>
    </FormDialog>
  );
}
