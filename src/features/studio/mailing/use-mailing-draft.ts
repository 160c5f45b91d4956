import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { getMailings, saveMailing } from '#domain/contracts/staff-mailings.ts';
import { asStaff } from '../kit/as-staff.ts';
import { useFlushOnLeave } from '../kit/use-flush-on-leave.ts';
import { useLeaveQuestion } from '../kit/use-leave-question.ts';
import { mailingKeeper, savedMailing, type SavedMailing } from './mailing-keeper.ts';
import { mailingsQuery } from './mailing-queries.ts';

/**
 * A draft that is saved while typing.
 * @param who the username.
 * @param mailing the saved mailing; undefined for a new one.
 */
export function useMailingDraft(id: string, who: string, mailing: SavedMailing | undefined) {
  const client = useQueryClient();
  const [last, setLast] = useState({ version: 0, preview: '' });
  const [keeper] = useState(() =>
    mailingKeeper(id, who, mailing, {
      async save(asked) {
        const saved = await asStaff(saveMailing, asked);
        setLast(saved);
        void client.invalidateQueries(mailingsQuery);
        return saved;
      },
      async load() {
        const { mailings } = await asStaff(getMailings, { mailing: id });
        void client.invalidateQueries(mailingsQuery);
        return mailings[0] ?? null;
      },
    }),
  );
  const state = useStore(keeper.$state);
  const { form, ...content } = useStore(keeper.$typed);

  useEffect(() => {
    if (mailing) keeper.follow(savedMailing(id, mailing));
  }, [keeper, id, mailing]);
  useFlushOnLeave(useCallback(() => void keeper.flush(), [keeper]));
  useLeaveQuestion(keeper.isChanged && state.saving !== 'saving');
  const shown = mailing && mailing.version > last.version ? mailing : last;
  return { keeper, state, content, version: form.version, shown };
}
