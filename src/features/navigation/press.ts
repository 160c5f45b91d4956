/**
 * A mouse follows a link to a prepared page when the button goes down, not when it comes up. Moving away
 * before the release cancels it and navigates back (WCAG 2.5.2, up reversal).
 * @see https://www.w3.org/WAI/WCAG22/Understanding/pointer-cancellation.html
 */

/** Maximum movement within a click, in pixels. */
const TOLERANCE_PX = 12;

/**
 * @param readyLink the link around an element, if its page is prepared.
 * @param follow called with the link before it is followed.
 */
export function followOnPress(
  readyLink: (target: EventTarget | null) => HTMLAnchorElement | null,
  follow: (link: HTMLAnchorElement) => void,
): void {
  let pointer = '';

  document.addEventListener('pointerdown', ({ pointerType }) => (pointer = pointerType), {
    passive: true,
  });

  document.addEventListener('mousedown', (event) => {
    const { target, button, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (pointer !== 'mouse' || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const link = readyLink(target);
    if (!link || event.defaultPrevented) return;
    // Prevents dragging the link.
    event.preventDefault();
    const held = new AbortController();
    const options = { capture: true, signal: held.signal };
    const { href } = link;
    follow(link);
    navigation.navigate(href);

    function takeBack(moved: PointerEvent): void {
      if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < TOLERANCE_PX) return;
      held.abort();
      navigation.back();
    }

    function swallow(click: MouseEvent): void {
      held.abort();
      const clicked = click.target instanceof Element ? click.target.closest('a') : null;
      // A link in the header is still there after the navigation, and has already been followed.
      if (clicked?.href === href) click.preventDefault();
    }

    document.addEventListener('pointermove', takeBack, options);
    document.addEventListener('click', swallow, options);
    // The click event, if any, comes before the next task.
    document.addEventListener('pointerup', () => setTimeout(() => held.abort()), options);
  });
}
