import { carriesCode } from '#browser/carries-code.ts';

// Followed links to other pages load a document (src/features/navigation).
if (carriesCode(location.search)) void import('./keep-code.ts');

/** Scripts of the dialogs, the footer's form and the payment notice, loaded on intent rather than with every page. */
const dialogScripts = {
  drawer: { intents: ['click'], load: () => import('./drawer-categories.ts') },
  search: {
    intents: ['pointerenter', 'focus', 'click'],
    load: () => import('#features/search/search-dialog.ts'),
  },
  news: { intents: ['focusin'], load: () => import('#ui/news/subscribe-form.ts') },
  payment: { intents: ['payment'], load: () => import('./payment-notice/watch-payment.ts') },
};

for (const [dialog, { intents, load }] of Object.entries(dialogScripts)) {
  const loadScript = () => void load().catch(console.error);
  for (const intent of intents) {
    document
      .querySelector(`[data-open=${dialog}]`)
      ?.addEventListener(intent, loadScript, { once: true });
  }
  // Opened before this script ran.
  if (document.querySelector(`#${dialog}[open]`)) loadScript();
}
