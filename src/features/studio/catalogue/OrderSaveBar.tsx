import type { ReactNode } from 'react';
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
  const { isChanged, isBusy, undo, save, problem, state } = draft;
  return (
    <SaveBar problem={problem} state={state}>
      {children}
      <Button disabled={!isChanged || isBusy} onClick={undo}>
        Undo all moves
      </Button>
      <Button look="main" busy={isBusy} disabled={!isChanged} onClick={() => void save()}>
        Save as a draft
      </Button>
    </SaveBar>
  );
}
