import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendApart } from '#domain/contracts/staff-dispatch.ts';
import type { StaffRow } from '#domain/contracts/staff-orders.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { useMay } from '../kit/may.ts';
import { problemText } from '../kit/problem-text.ts';

interface Props {
  row: Pick<StaffRow, 'order' | 'with' | 'apart'>;
}

/** Splits a parcel of several orders, and joins it again. */
export default function Twins({ row: { order, with: others, apart } }: Props) {
  const may = useMay();
  const client = useQueryClient();
  const split = useMutation({
    mutationFn: (isApart: boolean) => asStaff(sendApart, { order: order ?? 0, apart: isApart }),
    // Not awaited: the next press would be lost while other lists are refreshed.
    onSettled: () => void client.invalidateQueries(),
  });
  if (!may('pack')) return null;
  const choices = [
    [others.length > 0, true, `Send ${order} apart`],
    [apart.length > 0, false, `One parcel with ${apart.join(', ')}`],
  ] as const;
  return (
    <span className="studio-line">
      {choices.map(
        ([isOffered, isApart, text]) =>
          isOffered && (
            <Button
              key={text}
              look="small"
              busy={split.isPending}
              onClick={() => split.mutate(isApart)}
            >
              {text}
            </Button>
          ),
      )}
      {split.isError && (
        <span className="message-error" role="alert">
          {problemText(split.error)}
        </span>
      )}
    </span>
  );
}
