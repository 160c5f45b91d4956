import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Label, voidLabel } from '#domain/contracts/staff-labels.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { Button } from '../../kit/Button.tsx';
import { Failure } from '../../kit/Failure.tsx';

/** Gives a bought label back that nothing has left with. */
export function VoidLabel({ label: { id, orders, state, used } }: { label: Label }) {
  const client = useQueryClient();
  const giveBack = useMutation({
    mutationFn: () => asStaff(voidLabel, { label: id }),
    onSettled: () => client.invalidateQueries(),
  });
  if (state !== 'bought' || used) return null;
  return (
    <span>
      <Button look="link" busy={giveBack.isPending} onClick={() => giveBack.mutate()}>
        Void<span className="sr-only"> the label of order {orders.join(' and ')}</span>
      </Button>
      <Failure of={giveBack.error} />
    </span>
  );
}
