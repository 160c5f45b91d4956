import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type Edits, getEdits, saveEdit } from '#domain/contracts/staff-edits.ts';
import { asStaff, reasonOf } from '../../kit/as-staff.ts';
import { addressOf, type AreaPlace } from '../../kit/place.ts';
import { Awaited } from '../../kit/Awaited.tsx';
import { meQuery } from '../../kit/me-query.ts';
import { useFlushOnLeave } from '../../kit/use-flush-on-leave.ts';
import { useLeaveQuestion } from '../../kit/use-leave-question.ts';
import { ConflictChoice } from './ConflictChoice.tsx';
import { EditKeeper } from './edit-keeper.ts';
import type { Theirs } from './theirs.ts';
import { editsOf } from './edit-queries.ts';
import { EditNotice } from './EditNotice.tsx';
import type { TypedForm } from './form-kind.ts';
import type { KeptKind } from './kept-kind.ts';

/** A person's unsaved edits of a form. */
const ownEdits = {
  isShared: false,
  save: (asked: z.input<(typeof saveEdit)['asked']>) => asStaff(saveEdit, asked),
  async recover(refusal: unknown, keeper: Pick<EditKeeper<TypedForm>, 'address' | 'meetMine'>) {
    if (reasonOf(refusal) !== 'edit_changed') throw refusal;
    keeper.meetMine((await asStaff(getEdits, { form: keeper.address })).mine);
  },
};

interface Props<Typed extends TypedForm> {
  kind: KeptKind<Typed>;
  /** The form's place, by which its input is kept. */
  place: AreaPlace;
  /** The draft, or the shop's present values. */
  saved: Theirs<Typed>;
  children: (keeper: EditKeeper<Typed>) => ReactNode;
}

/** The form's keeper in this tab while it is in use, else a new one. */
function keeperOf<Typed extends TypedForm>(
  { kind, place, saved }: Props<Typed>,
  who: string,
  mine: Edits['mine'],
): EditKeeper<Typed> {
  const form = addressOf(place);
  const before = kind.keepers.get(form);
  const isInUse = before?.address === form && (before.isChanged || before.holders > 0);
  if (before && isInUse) return before;
  const keeper = new EditKeeper(kind, { form, who, saved, mine }, ownEdits);
  kind.keepers.set(form, keeper);
  return keeper;
}

interface OpenedProps<Typed extends TypedForm> extends Props<Typed> {
  who: string;
  edits: Edits;
}

function Opened<Typed extends TypedForm>({ who, edits, ...props }: OpenedProps<Typed>) {
  const { saved, children } = props;
  const [keeper] = useState(() => keeperOf(props, who, edits.mine));
  const { isUnkept, saving, conflict } = useStore(keeper.$state);
  const { form } = useStore(keeper.$typed);

  useEffect(() => keeper.follow(saved), [keeper, saved]);

  useFlushOnLeave(useCallback(() => void keeper.flush(), [keeper]));
  useLeaveQuestion(isUnkept && saving !== 'saved');
  return (
    <>
      <EditNotice edits={edits} release={form.release} />
      {conflict && <ConflictChoice key={conflict.at} keeper={keeper} conflict={conflict} />}
      {children(keeper)}
    </>
  );
}

interface BegunProps<Typed extends TypedForm> extends Omit<Props<Typed>, 'saved'> {
  begin: () => Theirs<Typed>;
}

/** `Editing` of the values that the form began with: the shop's later changes do not replace what is typed. */
export function EditingFrom<Typed extends TypedForm>({ begin, ...props }: BegunProps<Typed>) {
  const [saved] = useState(begin);
  return <Editing {...props} saved={saved} />;
}

/** A form whose input is kept while it is typed, with notices about others who edit the same. */
export function Editing<Typed extends TypedForm>(props: Props<Typed>) {
  const { kind, place, saved } = props;
  const me = useQuery(meQuery);
  const edits = useQuery(editsOf(addressOf(place), kind.subjects(saved.typed)));
  if (edits.data && me.data) return <Opened {...props} who={me.data.username} edits={edits.data} />;
  return <Awaited query={edits} />;
}
