/** Share of a film's frame that must be in view for it to play. */
const IN_VIEW = 0.5;

function play(film: HTMLVideoElement): void {
  film.muted = true;
  // A film that cannot be played leaves its picture in view.
  film.play().catch(() => undefined);
}

/** Updates a film's button. */
function show(film: HTMLVideoElement, isPlaying: boolean): void {
  const button = film.closest('.frame')?.parentElement?.querySelector('[data-film]');
  button?.setAttribute('aria-label', isPlaying ? 'Pause the film' : 'Play the film');
  button?.toggleAttribute('data-playing', isPlaying);
  if (isPlaying) film.dataset.shown = '';
}

/**
 * Plays a product's films over their pictures while they are in view, each with a button that pauses and resumes it. Those
 * who prefer less motion or data start them by that button. Nothing of a film is fetched before it plays.
 * @param life aborted when the shopper leaves.
 */
export function playFilms(place: Element, life: AbortSignal): void {
  const waits = window.matchMedia(
    '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)',
  );
  /** Films that the shopper has paused. */
  const paused = new WeakSet<HTMLVideoElement>();
  const options = { signal: life, capture: true };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!(target instanceof HTMLVideoElement)) continue;
        if (!isIntersecting) target.pause();
        else if (!waits.matches && !paused.has(target)) play(target);
      }
    },
    { threshold: IN_VIEW },
  );
  for (const film of place.querySelectorAll('video')) observer.observe(film);
  life.addEventListener('abort', () => {
    observer.disconnect();
    for (const film of place.querySelectorAll('video')) {
      film.pause();
      show(film, false);
    }
  });

  // Media events do not bubble, but are captured.
  for (const event of ['playing', 'pause'])
    place.addEventListener(
      event,
      ({ target }) => {
        if (target instanceof HTMLVideoElement) show(target, event === 'playing');
      },
      options,
    );
  place.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('[data-film]') : null;
      const film = button?.parentElement?.querySelector('video');
      if (!film) return;
      if (film.paused) {
        paused.delete(film);
        play(film);
      } else {
        paused.add(film);
        film.pause();
      }
    },
    options,
  );
}
