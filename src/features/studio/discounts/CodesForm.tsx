import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { makeCodes, mostCodes, type StaffDiscount } from '#domain/contracts/staff-discounts.ts';
import { saveFile } from '#browser/files/save-file.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { momentText } from '../kit/day-text.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { problemText } from '../kit/problem-text.ts';
import { discountsQuery } from './discounts-query.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';

interface Wanted {
  change: string;
  count: number;
}

/** Makes single-use codes of a discount and saves them as a file, or saves earlier ones again. */
export function CodesForm({ discount }: { discount: StaffDiscount }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('1000');
  const [made, setMade] = useState(0);
  const keyOf = useIdempotencyKey();
  const count = Number(typed);
  const isValid = /^\d+$/.test(typed.trim()) && count >= 1 && count <= mostCodes;
  const make = useMutation({
    mutationFn: (wanted: Wanted) => asStaff(makeCodes, { ...wanted, discount: discount.id }),
    onSuccess: ({ codes }, wanted) => {
      saveFile(
        `codes-${discount.id}-${wanted.change.slice(0, 8)}.csv`,
        'text/csv;charset=utf-8',
        ['Code', ...codes].map((line) => `${line}\r\n`).join(''),
      );
      setMade(made + 1);
      return client.invalidateQueries(discountsQuery);
    },
  });
  return (
    <div className="grid gap-3">
      {discount.batches.length > 0 && (
        <ul className="grid gap-1">
          {discount.batches.map(({ id, at, by }) => (
            <li key={id}>
              Made {momentText(at)} by {by}:{' '}
              <Button look="link" onClick={() => make.mutate({ change: id, count: 1 })}>
                Save the file again
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="discount-codes"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid && !make.isPending) make.mutate({ change: keyOf([made, count]), count });
        }}
      >
        <TextField
          label="New single-use codes"
          inputMode="numeric"
          value={typed}
          fault={isValid ? undefined : `Enter a number from 1 to ${mostCodes}.`}
          onChange={setTyped}
        />
        <Button type="submit" busy={make.isPending}>
          Make and save as CSV
        </Button>
      </form>
      <p role="alert" className="message-error">
        {make.isError && problemText(make.error)}
      </p>
    </div>
  );
}
