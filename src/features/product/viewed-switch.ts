import { onContent } from '#browser/content/content.ts';
import { letRememberViewed, onViewedElsewhere, remembersViewed } from './viewed-products.ts';

function switchIn(root: ParentNode): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>('[data-viewed-switch] input');
}

onContent((main) => {
  const box = switchIn(main);
  const status = main.querySelector('[data-viewed-switch] [role="status"]');
  if (!box || !status) return;
  box.checked = remembersViewed();
  box.disabled = false;
  box.addEventListener('change', () => {
    letRememberViewed(box.checked);
    status.textContent = box.checked
      ? 'Products you look at from now on are remembered.'
      : 'The list is cleared, and nothing more is remembered.';
  });
});

onViewedElsewhere(() => {
  const box = switchIn(document);
  if (box) box.checked = remembersViewed();
});
