/**
 * Drawer and search: native modal dialogs, which hold the focus, close on Escape and give the
 * focus back to the button that opened them.
 */

// Browsers that know `command` open the dialog themselves, even before this script has arrived.
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  for (const opener of document.querySelectorAll<HTMLElement>('[data-open]')) {
    opener.addEventListener('click', () =>
      document.querySelector<HTMLDialogElement>(`dialog#${opener.dataset.open}`)?.showModal(),
    );
  }
}

for (const dialog of document.querySelectorAll('dialog')) {
  dialog.addEventListener('click', ({ target }) => {
    // The backdrop is the dialog itself; everything visible of it is a child.
    const wantsToClose =
      target === dialog || (target instanceof Element && target.closest('[data-close]') !== null);
    if (wantsToClose) dialog.close();
  });
}

// A page that comes back from the back/forward cache must not stand behind its open menu.
window.addEventListener('pagehide', () => {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
});
