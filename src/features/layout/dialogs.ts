/**
 * Drawer and search: native modal dialogs, which trap focus, close on Escape and return focus to their
 * opener.
 */

// Browsers that support `command` open the dialog without this script, even before it loads.
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  for (const opener of document.querySelectorAll<HTMLElement>('[data-open]')) {
    opener.addEventListener('click', () =>
      document.querySelector<HTMLDialogElement>(`dialog#${opener.dataset.open}`)?.showModal(),
    );
  }
}

for (const dialog of document.querySelectorAll('dialog')) {
  dialog.addEventListener('click', ({ target }) => {
    // A click on the backdrop targets the dialog itself; its visible content is in children.
    const wantsToClose =
      target === dialog || (target instanceof Element && target.closest('[data-close]'));
    if (wantsToClose) dialog.close();
  });
}

// A page restored from the back/forward cache must not have its menu open.
addEventListener('pagehide', () => {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
});
