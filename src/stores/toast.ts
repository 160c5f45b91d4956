import { atom, onMount } from 'nanostores';
import { whenShown } from '#browser/shown.ts';
import { removeText, readText, writeText } from '#browser/web-storage.ts';

/** A message to the shopper; every one has its own id, so that the same text twice is seen twice. */
export interface Toast {
  message: string;
  link: ToastLink | null;
  id: number;
}

/** Where a toast offers to go. */
export interface ToastLink {
  text: string;
  href: string;
}

/** How long a toast stays (spec, section 9). */
export const TOAST_MS = 3000;

const NEXT_PAGE_KEY = 'nextPageToast';

/** The toast on screen, if any. */
export const $toast = atom<Toast | null>(null);

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes the toast away. */
export function hideToast(): void {
  clearTimeout(timer);
  $toast.set(null);
}

/** Shows a message for three seconds, with a link if there is one; a new one replaces the old. */
export function showToast(message: string, link: ToastLink | null = null): void {
  clearTimeout(timer);
  lastId += 1;
  $toast.set({ message, link, id: lastId });
  timer = setTimeout(hideToast, TOAST_MS);
}

/** Leaves a message for the page that is about to open, which shows it as its toast. */
export function showToastOnNextPage(message: string): void {
  writeText('session', NEXT_PAGE_KEY, message);
}

function takeMessage(): void {
  const message = readText('session', NEXT_PAGE_KEY);
  if (message === null) return;
  removeText('session', NEXT_PAGE_KEY);
  // Not while the subscriber is still being added: a live region must exist before it changes.
  setTimeout(() => showToast(message));
}

// A page that is only prepared leaves the message to the one that the shopper comes to.
onMount($toast, () => whenShown(takeMessage));
