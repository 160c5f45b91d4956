import type { ClientDirective } from 'astro';

/** Runs `act` after the next frame, or immediately on a prerendered page, which has no frames. */
export function whenPainted(act: () => void): void {
  if (document.prerendering) act();
  else requestAnimationFrame(() => setTimeout(act));
}

/** Islands in content that is staged off screen (src/browser/content), possibly more than once. */
const waiting = new WeakSet<Element>();

/**
 * `client:painted`: an island whose first state is drawn without it. It loads after the first frame, so
 * that its files do not share a slow line with that frame's pictures.
 */
const painted: ClientDirective = (load, _options, island) => {
  if (waiting.has(island)) return;

  function start(): void {
    whenPainted(async () => {
      const files = document.querySelector<HTMLTemplateElement>('template[data-painted]');
      if (files) document.head.append(files.content);
      await (
        await load()
      )();
    });
  }

  const staged = island.closest<HTMLElement>('[data-aside]');
  if (!staged) return start();
  waiting.add(island);
  const changes = new MutationObserver(() => {
    if (staged.dataset.aside) return;
    changes.disconnect();
    waiting.delete(island);
    if (island.isConnected) start();
  });
  changes.observe(staged, { attributeFilter: ['data-aside'] });
};

export default painted;
