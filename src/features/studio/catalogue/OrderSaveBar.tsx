import type { ReactNode } from 'react';
import { saveText } from '../releases/edits/save-text.ts';
import { SaveBar } from '../releases/edits/SaveBar.tsx';
import type { useOrderDraft } from './use-order-draft.ts';

interface Props {
  draft: ReturnType<typeof useOrderDraft>;
  /** Further buttons, first. */
  children?: ReactNode;
}

/** Saves an order as a draft, or undoes its moves. */
export function OrderSaveBar({ draft, children }: Props) {
  const { changed, undo, save, isSaving, problem, state } = draft;
  return (
    <SaveBar
      problem={problem && `Not saved: ${problem}`}
      state={saveText(state, changed, 'No changes yet.')}
    >
      {children}
      <button type="button" className="button-quiet" disabled={!changed || isSaving} onClick={undo}>
        Undo all moves
      </button>
      <button
        type="button"
        className="button"
        aria-busy={isSaving}
        disabled={!changed}
        onClick={() => void save()}
      >
        Save as a draft
      </button>
    </SaveBar>
  );
}
