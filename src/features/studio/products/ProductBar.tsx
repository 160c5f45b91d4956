import { announced, type SaveState, saveText } from '../releases/edits/save-text.ts';
import { SaveBar } from '../releases/edits/SaveBar.tsx';
import type { useProductForm } from './use-product-form.ts';
import { Button } from '../kit/Button.tsx';

type Form = ReturnType<typeof useProductForm>;

/** State of the input: being saved, saved, in a draft, or not stored yet. */
function stateOf({ isChanged, isBusy, isSending, typed, state }: Form): SaveState {
  if (isBusy) return announced(isSending ? 'Waiting for the pictures …' : 'Saving the draft …');
  if (isSending) return announced('Uploading pictures …');
  const isDraft = typed.form.version > 0;
  return saveText(state, isChanged, isDraft ? 'Saved as a draft. Shoppers do not see it.' : '');
}

/** The buttons that save a product's form. */
export function ProductBar({ form }: { form: Form }) {
  const { isChanged, isBusy, state, problem } = form;
  return (
    <SaveBar problem={problem} state={stateOf(form)}>
      {isChanged && (
        <Button onClick={form.startOver}>{state.isRestored ? 'Start over' : 'Undo changes'}</Button>
      )}
      <Button busy={isBusy} onClick={() => void form.saveDraft()}>
        Save draft
      </Button>
      <Button type="submit" look="main" busy={isBusy}>
        Preview
      </Button>
    </SaveBar>
  );
}
