import { messageOf } from '#api/http/api-error.ts';
import { chooseCounting } from '#api/what-we-count.ts';
import { onContent } from '#browser/content/content.ts';
import { whenShown } from '#browser/shown.ts';

const BY_BROWSER = 'Your browser asks not to be tracked, so your visits are not counted anyway.';
const COUNTED = 'Your visits are counted from now on.';
const NOT_COUNTED = 'Your visits are no longer counted.';
const NOT_KEPT =
  'Your browser keeps no cookies, so it cannot remember this. Turn on Do Not Track or Global Privacy Control in its settings: we respect both.';

function isObjecting(): boolean {
  return /(?:^|; )countsOff=/.test(document.cookie);
}

function asksNotToBeTracked(): boolean {
  return (
    navigator.doNotTrack === '1' ||
    ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
  );
}

async function choose(box: HTMLInputElement, status: Element): Promise<void> {
  const wanted = box.checked;
  box.disabled = true;
  try {
    await chooseCounting(wanted);
    if (isObjecting() === wanted) status.textContent = NOT_KEPT;
    else status.textContent = wanted ? COUNTED : NOT_COUNTED;
  } catch (error) {
    status.textContent = messageOf(error);
  }
  box.checked = !isObjecting();
  box.disabled = false;
  box.focus();
}

function show(box: HTMLInputElement, status: Element): void {
  box.checked = !isObjecting();
  box.disabled = false;
  if (asksNotToBeTracked()) status.textContent = BY_BROWSER;
}

onContent((main, life) => {
  const box = main.querySelector<HTMLInputElement>('[data-count-switch] input');
  const status = main.querySelector('[data-count-switch] [role="status"]');
  if (!box || !status) return;
  whenShown(() => show(box, status));
  box.addEventListener('change', () => void choose(box, status));
  // Another tab may have changed it.
  window.addEventListener('focus', () => box.disabled || (box.checked = !isObjecting()), {
    signal: life,
  });
});
