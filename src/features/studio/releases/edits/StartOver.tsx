import { useStore } from '@nanostores/react';
import type { EditKeeper } from './edit-keeper.ts';
import type { TypedForm } from './form-kind.ts';
import { Button } from '../../kit/Button.tsx';

/** Drops the input that no draft has. */
export function StartOver<Typed extends TypedForm>({ edits }: { edits: EditKeeper<Typed> }) {
  const { isRestored } = useStore(edits.$state);
  return (
    <Button onClick={() => edits.startOver()}>{isRestored ? 'Start over' : 'Undo changes'}</Button>
  );
}
