/** Inlined in the cart page. */
import { drawCartPreview } from './draw-cart-preview.ts';
import { holdPresses } from './hold-presses.ts';

/** Loads start-cart.ts, whose files would share a slow line with the first frame's pictures. */
async function load(): Promise<void> {
  const files = document.querySelector<HTMLTemplateElement>('template[data-painted]');
  if (!files) return;
  document.head.append(files.content);
  await import(/* @vite-ignore */ files.dataset.painted ?? '');
}

requestAnimationFrame(() =>
  setTimeout(() => void load().catch((error: unknown) => console.error(error))),
);

// After that, because it may throw.
drawCartPreview(document);
addEventListener('pagehide', holdPresses(document));
