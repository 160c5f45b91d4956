import { atom, onMount } from 'nanostores';
import { whenShown } from '#browser/shown.ts';
import { removeText, readText, writeText } from '#browser/web-storage.ts';

/** A message to the shopper. Its id makes the same text count as a new toast. */
export interface Toast {
  message: string;
  link: ToastLink | null;
  id: number;
}

/** An optional link in a toast. */
export interface ToastLink {
  text: string;
  href: string;
}

/** Time a toast is shown, in milliseconds (spec, section 9). */
export const TOAST_MS = 3000;

const NEXT_PAGE_KEY = 'nextPageToast';

/** The toast on screen, if any. */
export const $toast = atom<Toast | null>(null);

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Hides the toast. */
export function hideToast(): void {
  clearTimeout(timer);
  $toast.set(null);
}

/** Shows a message, optionally with a link, for three seconds; a new toast replaces the old. */
export function showToast(message: string, link: ToastLink | null = null): void {
  clearTimeout(timer);
  lastId += 1;
  $toast.set({ message, link, id: lastId });
  timer = setTimeout(hideToast, TOAST_MS);
}

/** Leaves a message for the next page, to be shown as a toast. */
export function showToastOnNextPage(message: string): void {
  writeText('session', NEXT_PAGE_KEY, message);
}

function takeMessage(): void {
  const message = readText('session', NEXT_PAGE_KEY);
  if (message === null) return;
  removeText('session', NEXT_PAGE_KEY);
  // Deferred until the subscriber is added: a live region must exist before it changes.
  setTimeout(() => showToast(message));
}

// A prerendered page must not take the message before the shopper sees it.
onMount($toast, () => whenShown(takeMessage));
