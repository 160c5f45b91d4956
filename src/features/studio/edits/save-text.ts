import type { EditState } from './edit-keeper.ts';
import { sinceText } from './since-text.ts';

/**
 * State of a form's input.
 * @param unchanged text while there is nothing to save.
 */
export function saveText(
  { saving, savedAt, problem, isUnkept, isRestored, conflict }: EditState<unknown>,
  isChanged: boolean,
  unchanged: string,
): string {
  const place = isUnkept
    ? 'This browser’s storage is full or blocked, so leave this page open until it is saved.'
    : 'Your input is kept in this browser.';
  if (conflict) return 'Choose between the two versions above.';
  if (saving === 'offline') return `No connection. ${place} It is saved once you are online.`;
  if (saving === 'failed') return `Not saved: ${problem} ${place}`;
  if (!isChanged) return unchanged;
  if (saving === 'saved' && savedAt !== '') {
    const restored = isRestored ? 'Your unsaved input was restored. ' : '';
    return `${restored}Saved ${sinceText(savedAt)}. Only you see it until you make it a draft.`;
  }
  return isUnkept ? `Saving … ${place}` : 'Saving …';
}
