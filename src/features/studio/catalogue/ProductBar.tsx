import { SaveBar } from '../SaveBar.tsx';
import type { useProductForm } from './use-product-form.ts';

type Form = ReturnType<typeof useProductForm>;

/** Tells where the input is: in this browser, in a draft, or nowhere yet. */
function stateText({ isChanged, isRestored, isUnkept, isBusy, typed, keeper }: Form): string {
  const { version } = typed.form;
  if (isBusy) return keeper.isSending ? 'Waiting for the pictures …' : 'Saving …';
  if (keeper.isSending) return 'Uploading pictures …';
  if (isUnkept) return 'This browser cannot keep your changes: save the draft before you leave.';
  if (isChanged && isRestored) return 'Your unsaved changes were restored.';
  if (isChanged) return 'Your changes are kept in this browser. Shoppers do not see them.';
  if (version > 0) return 'Saved as a draft. Shoppers do not see it.';
  return '';
}

/** The buttons that save a product's form. */
export function ProductBar({ form }: { form: Form }) {
  const { isChanged, isBusy, isRestored, problem } = form;
  return (
    <SaveBar problem={problem} state={stateText(form)}>
      {isChanged && (
        <button type="button" className="button-quiet" onClick={form.startOver}>
          {isRestored ? 'Start over' : 'Undo changes'}
        </button>
      )}
      <button
        type="button"
        className="button-quiet"
        aria-busy={isBusy}
        onClick={() => void form.saveDraft()}
      >
        Save draft
      </button>
      <button type="submit" className="button" aria-busy={isBusy}>
        Preview
      </button>
    </SaveBar>
  );
}
