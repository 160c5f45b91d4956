import { ApiError } from '#api/http/api-error.ts';
import type { MailingsAnswer, saveMailing } from '#domain/contracts/staff-mailings.ts';
import type * as z from 'zod';
import { addressOf } from '../kit/place.ts';
import { EditKeeper } from '../releases/edits/edit-keeper.ts';
import type { Theirs } from '../releases/edits/theirs.ts';
import { mailingKind, type TypedMailing, typedMailing } from './mailing-kind.ts';

/** A mailing on the server. */
export type SavedMailing = Pick<
  MailingsAnswer['mailings'][number],
  'version' | 'content' | 'preview' | 'changed_at' | 'changed_by'
>;

/** Calls to the server. */
interface MailingCalls {
  /** @throws ApiError 409 if the server has another version, 404 if the mailing was discarded. */
  save: (
    asked: z.input<(typeof saveMailing)['asked']>,
  ) => Promise<z.output<(typeof saveMailing)['answer']>>;
  /** The mailing on the server; null if it was discarded. */
  load: () => Promise<SavedMailing | null>;
}

/** A mailing as other people, or this person in another tab, saved it; undefined for a new one. */
export function savedMailing(id: string, mailing: SavedMailing | undefined): Theirs<TypedMailing> {
  const { changed_by, changed_at: at = '' } = mailing ?? {};
  return { typed: typedMailing(id, mailing), by: changed_by ?? 'Somebody', at };
}

/** Keeps a mailing, a row that all marketers share. @param who the username. */
export function mailingKeeper(
  id: string,
  who: string,
  mailing: SavedMailing | undefined,
  { save, load }: MailingCalls,
): EditKeeper<TypedMailing> {
  const form = addressOf({ at: 'mailing', page: 'write', query: { id } });
  const saved = savedMailing(id, mailing);
  return new EditKeeper(
    mailingKind,
    { form, who, saved, mine: null },
    {
      isShared: true,
      async save({ typed: { form: row, ...content } }) {
        const { version } = await save({ mailing: id, version: row.version, content });
        return { version: 0, changed_at: '', saved: { ...row, version } };
      },
      async recover(refusal, keeper) {
        if (!(refusal instanceof ApiError) || ![404, 409].includes(refusal.status)) throw refusal;
        const theirs = await load();
        if (theirs) keeper.meet(savedMailing(id, theirs));
        else keeper.lose();
      },
    },
  );
}
