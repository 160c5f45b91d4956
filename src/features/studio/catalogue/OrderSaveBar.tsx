import type { ReactNode } from 'react';
import { saveText } from '../releases/edits/save-text.ts';
import { SaveBar } from '../releases/edits/SaveBar.tsx';
import type { useOrderDraft } from './use-order-draft.ts';
import { Button } from '../kit/Button.tsx';

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
      <Button disabled={!changed || isSaving} onClick={undo}>
        Undo all moves
      </Button>
      <Button look="main" busy={isSaving} disabled={!changed} onClick={() => void save()}>
        Save as a draft
      </Button>
    </SaveBar>
  );
}
