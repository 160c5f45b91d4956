/**
 * A mouse follows a link when the button goes down, not when it comes up; if the page is not fetched yet, as soon as
 * it is. Moving away before the release cancels it and navigates back (WCAG 2.5.2, up reversal).
 * @see https://www.w3.org/WAI/WCAG22/Understanding/pointer-cancellation.html
 */

import { swappedLink } from './links.ts';
import { fetchPart, readyPage } from './part-store.ts';

/** Maximum movement within a click, in pixels. */
const TOLERANCE_PX = 12;

/**
 * Starts following links on press.
 * @param follow called with a link before it is followed.
 */
export function followOnPress(follow: (link: HTMLAnchorElement) => void): void {
  let pointer = '';

  document.addEventListener('pointerdown', ({ pointerType }) => (pointer = pointerType), {
    passive: true,
  });

  document.addEventListener('mousedown', (event) => {
    const { target, button, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (pointer !== 'mouse' || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const link = swappedLink(target);
    if (!link || event.defaultPrevented) return;
    const held = new AbortController();
    const options = { capture: true, signal: held.signal };
    const { href } = link;
    let isFollowed = false;

    function go(followed: HTMLAnchorElement): void {
      if (held.signal.aborted) return;
      isFollowed = true;
      follow(followed);
      navigation.navigate(href);
    }

    function takeBack(moved: PointerEvent): void {
      if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < TOLERANCE_PX) return;
      held.abort();
      if (isFollowed) navigation.back();
    }

    function swallow(click: MouseEvent): void {
      held.abort();
      const clicked = click.target instanceof Element ? click.target.closest('a') : null;
      // A link in the header is still there after the navigation, and has already been followed.
      if (isFollowed && clicked?.href === href) click.preventDefault();
    }

    if (readyPage(link.pathname)) {
      // Prevents dragging the link.
      event.preventDefault();
      go(link);
    } else {
      fetchPart(link.pathname).then(
        () => go(link),
        // The click loads the page as a document.
        () => undefined,
      );
    }
    document.addEventListener('pointermove', takeBack, options);
    document.addEventListener('click', swallow, options);
    // The link is being dragged.
    document.addEventListener('pointercancel', () => held.abort(), options);
    // The click event, if any, comes before the next task.
    document.addEventListener('pointerup', () => setTimeout(() => held.abort()), options);
  });
}
