import type { EditState } from './edit-keeper.ts';
import { sinceText } from './since-text.ts';

/** State of a form's input, as its save bar shows it. */
export interface SaveState {
  text: string;
  /** Whether typing alone causes it: shown, but not announced after every pause. */
  isRoutine: boolean;
}

/** A state that is announced. */
export function announced(text: string): SaveState {
  return { text, isRoutine: false };
}

/**
 * State of a form's input.
 * @param unchanged text while there is nothing to save.
 */
export function saveText(
  { saving, savedAt, problem, isUnkept, isRestored, conflict }: EditState<unknown>,
  isChanged: boolean,
  unchanged: string,
): SaveState {
  const place = isUnkept
    ? 'This browser’s storage is full or blocked, so leave this page open until it is saved.'
    : 'Your input is kept in this browser.';
  if (conflict) return announced('Choose between the two versions above.');
  if (saving === 'offline')
    return announced(`No connection. ${place} It is saved once you are online.`);
  if (saving === 'failed') return announced(`Not saved: ${problem} ${place}`);
  if (!isChanged) return announced(unchanged);
  if (saving === 'saved' && savedAt !== '') {
    const restored = isRestored ? 'Your unsaved input was restored. ' : '';
    const text = `${restored}Saved ${sinceText(savedAt)}. Only you see it until you make it a draft.`;
    return { text, isRoutine: !isRestored };
  }
  return isUnkept ? announced(`Saving … ${place}`) : { text: 'Saving …', isRoutine: true };
}
