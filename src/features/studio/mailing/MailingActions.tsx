import { useMutation, useQueryClient } from '@tanstack/react-query';
import { haltMailing, type MailingsAnswer } from '#domain/contracts/staff-mailings.ts';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';

/** Actions on a mailing that is no longer a draft. */
export function MailingActions({ mailing }: { mailing: MailingsAnswer['mailings'][number] }) {
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (what: 'stop' | 'resume') =>
      asStaff(haltMailing, { do: what, mailing: mailing.id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['mailings'] }),
  });
  const { state, started_at } = mailing;
  const begun = started_at !== null;
  return (
    <>
      <div className="studio-actions">
        <a className="button-quiet" href={mailing.preview} target="_blank" rel="noopener">
          Preview
        </a>
        {(state === 'scheduled' || state === 'sending' || (state === 'stopped' && !begun)) && (
          <Button look="main" busy={isPending} onClick={() => mutate('stop')}>
            {begun ? 'Stop sending' : 'Back to draft'}
          </Button>
        )}
        {state === 'stopped' && begun && (
          <Button look="main" busy={isPending} onClick={() => mutate('resume')}>
            Resume sending
          </Button>
        )}
      </div>
      <Failure of={error} />
    </>
  );
}
