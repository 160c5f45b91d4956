import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { everybody, type MailingDraft } from '#domain/contracts/mailing-draft.ts';
import { getMailings, type MailingsAnswer, saveMailing } from '#domain/contracts/staff-mailings.ts';
import { asStaff } from '../kit/as-staff.ts';
import { useFlushOnLeave } from '../kit/use-flush-on-leave.ts';
import { useLeaveQuestion } from '../kit/use-leave-question.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { mailingsQuery } from './mailing-queries.ts';

type ListedMailing = MailingsAnswer['mailings'][number];

const empty: MailingDraft = {
  subject: '',
  preheader: '',
  heading: '',
  text: '',
  picture: '',
  pictureAlt: '',
  buttonLabel: '',
  buttonHref: '',
  products: [],
  segment: everybody,
};

/** A draft that is saved while typing. @param mailing the saved mailing; undefined for a new one. */
export function useMailingDraft(id: string, mailing: ListedMailing | undefined) {
  const client = useQueryClient();
  const [keeper] = useState(
    () =>
      new DraftKeeper(id, mailing ?? null, empty, {
        save: async (version, content) => {
          const saved = await asStaff(saveMailing, { mailing: id, version, content });
          void client.invalidateQueries(mailingsQuery);
          return saved;
        },
        load: async () => {
          const { mailings } = await asStaff(getMailings, { mailing: id });
          void client.invalidateQueries(mailingsQuery);
          return mailings[0] ?? null;
        },
      }),
  );
  const state = useStore(keeper.$state);
  const { saving } = state;

  useEffect(() => {
    if (mailing) keeper.follow(mailing);
  }, [keeper, mailing]);

  const flush = useCallback(() => {
    if (['unsaved', 'failed'].includes(keeper.$state.get().saving))
      keeper.flush().catch(() => null);
  }, [keeper]);
  useFlushOnLeave(flush);

  // No question during a save, which may redirect to the login: this browser keeps the draft.
  useLeaveQuestion(saving !== 'saved' && saving !== 'saving');
  return { keeper, state };
}
