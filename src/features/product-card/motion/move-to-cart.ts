const MOVE_MS = 200;

/** Moves a copy of the picture of a button's card into the header's cart, unless the shopper wants no motion. */
export function moveToCart(button: Element): void {
  const picture = button.closest('.product-card')?.querySelector('img');
  const cart = document.querySelector('[data-cart]');
  if (!picture || !cart || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const from = picture.getBoundingClientRect();
  const to = cart.getBoundingClientRect();
  const copy = new Image();
  Object.assign(copy, { src: picture.currentSrc, alt: '', decoding: 'sync' });
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: '30',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    pointerEvents: 'none',
    transformOrigin: '0 0',
  });
  document.body.append(copy);
  const end = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`;
  const remove = () => copy.remove();
  copy.animate({ transform: ['none', end] }, MOVE_MS).finished.then(remove, remove);
}
