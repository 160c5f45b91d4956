import { atom } from 'nanostores';

/** A request for another picture. */
export interface Turn {
  carousel: Element;
  /** `next`, `previous`, or the index of a picture from 0. */
  to: string;
}

/** The latest request not yet performed. */
export const $turn = atom<Turn | null>(null);
