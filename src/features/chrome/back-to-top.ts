/** Scroll position beyond which the button is shown (spec, section 9). */
const SHOWN_AFTER_PX = 400;

/** What the button must not lie on. The links that cover whole cards are large enough to share. */
const CONTROLS = 'button, input, select, label, summary, .button, :is(nav, footer) a';

const button = document.querySelector<HTMLElement>('[data-back-to-top]');

/**
 * Whether it would lie on a control. Nine points find all that are as large as they must be (24 pixels,
 * WCAG 2.5.8). Elements hidden behind others count too: the button is among those in front.
 */
function wouldCover(own: HTMLElement): boolean {
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

function show(): void {
  if (!button) return;
  const isAsked = window.scrollY > SHOWN_AFTER_PX;
  button.toggleAttribute('data-shown', isAsked && !wouldCover(button));
}

button?.addEventListener('click', () => {
  window.scrollTo({ top: 0 });
  document.getElementById('main')?.focus({ preventScroll: true });
});
for (const event of ['scroll', 'resize']) window.addEventListener(event, show);
// The page may open scrolled down. Reading scrollY before the first frame would force layout.
requestAnimationFrame(show);
