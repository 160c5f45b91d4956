/** What only the open drawer needs comes when its button is pressed. */
function whenOpened(dialogId: string, load: () => Promise<unknown>): void {
  let asked = false;
  function ask(): void {
    if (asked) return;
    asked = true;
    load().catch((error: unknown) => {
      asked = false;
      console.error(`What the ${dialogId} needs could not be fetched`, error);
    });
  }
  document.querySelector(`[data-open="${dialogId}"]`)?.addEventListener('click', ask);
  // Its button works without a script, so it may have been pressed before this one came.
  const dialog = document.getElementById(dialogId);
  if (dialog instanceof HTMLDialogElement && dialog.open) ask();
}

whenOpened('drawer', () => import('./drawer-categories.ts'));
