import type { ReactNode } from 'react';
import { problemText } from '../problem-text.ts';
import { SaveBar } from '../SaveBar.tsx';
import type { useOrderDraft } from './use-order-draft.ts';

interface Props {
  draft: ReturnType<typeof useOrderDraft>;
  /** Further buttons, first. */
  children?: ReactNode;
}

/** Saves an order as a draft, or undoes its moves. */
export function OrderSaveBar({ draft, children }: Props) {
  const { changed, undo, save, isSaving, error } = draft;
  return (
    <SaveBar
      problem={error ? `Not saved: ${problemText(error)}` : ''}
      state={changed ? 'Shoppers see the order once it is published.' : 'No changes yet.'}
    >
      {children}
      <button type="button" className="button-quiet" disabled={!changed || isSaving} onClick={undo}>
        Undo all moves
      </button>
      <button type="button" className="button" disabled={!changed || isSaving} onClick={save}>
        Save as a draft
      </button>
    </SaveBar>
  );
}
