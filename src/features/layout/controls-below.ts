/**
 * Controls the back-to-top button must not cover. Links that cover whole cards are large enough to
 * share.
 */
const CONTROLS = 'button, input, select, label, summary, .button, :is(nav, footer) a';

/**
 * Whether an element covers a control. Nine points detect any control of the minimum size (24 pixels,
 * WCAG 2.5.8).
 */
export function liesOnControl(own: HTMLElement): boolean {
  const { left, top, width, height } = own.getBoundingClientRect();
  const steps = [0, 0.5, 1];
  return steps.some((x) =>
    steps.some((y) =>
      document
        .elementsFromPoint(left + x * (width - 1), top + y * (height - 1))
        .some((element) => !own.contains(element) && element.closest(CONTROLS)),
    ),
  );
}
