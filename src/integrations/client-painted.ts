import type { ClientDirective } from 'astro';

/** Runs `act` after the next frame, or at once in a page that is prerendered and therefore has no frames. */
export function whenPainted(act: () => void): void {
  if (document.prerendering) act();
  else requestAnimationFrame(() => setTimeout(act));
}

/**
 * `client:painted`: an island whose first state is drawn without it. It loads after the first frame, so that
 * its files do not share a slow line with the pictures of that frame.
 */
const painted: ClientDirective = (load) => {
  whenPainted(async () => {
    const files = document.querySelector<HTMLTemplateElement>('template[data-painted]');
    if (files) document.head.append(files.content);
    await (
      await load()
    )();
  });
};

export default painted;
