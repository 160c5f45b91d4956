import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { makeCodes, type StaffDiscount } from '#domain/contracts/staff-discounts.ts';
import { saveFile } from '#browser/files/save-file.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { momentText } from '../kit/day-text.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { Failure } from '../kit/Failure.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { wholeIn } from '../kit/form/whole-in.ts';

/** Makes single-use codes of a discount and saves them as a file, or saves earlier ones again. */
export function CodesForm({ discount }: { discount: StaffDiscount }) {
  const [typed, setTyped] = useState('1000');
  function save(change: string, codes: readonly string[]): string {
    saveFile(
      `codes-${discount.id}-${change.slice(0, 8)}.csv`,
      'text/csv;charset=utf-8',
      ['Code', ...codes].map((line) => `${line}\r\n`).join(''),
    );
    return '';
  }
  const form = useContractForm(makeCodes, {
    asked: { discount: discount.id, count: wholeIn(typed) },
    key: 'change',
    changes: ['discounts'],
    done: ({ codes }, { change }) => save(change, codes),
  });
  const again = useMutation({
    mutationFn: (change: string) => asStaff(makeCodes, { change, count: 1, discount: discount.id }),
    onSuccess: ({ codes }, change) => save(change, codes),
  });
  return (
    <div className="grid gap-3">
      {discount.batches.length > 0 && (
        <ul className="grid gap-1">
          {discount.batches.map(({ id, at, by }) => (
            <li key={id}>
              Made {momentText(at)} by {by}:{' '}
              <Button look="link" onClick={() => again.mutate(id)}>
                Save the file again
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form {...form.element} className="discount-codes" noValidate>
        <TextField
          label="New single-use codes"
          inputMode="numeric"
          {...form.at('count')}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" busy={form.busy}>
          Make and save as CSV
        </Button>
      </form>
      <Failure of={form.problem || again.error} />
    </div>
  );
}
