/** What only an open dialog needs is loaded when somebody is about to use it, not with every page. */
const wanted = {
  drawer: { intents: ['click'], load: () => import('./drawer-categories.ts') },
  search: {
    intents: ['pointerenter', 'focus', 'click'],
    load: () => import('#features/search/search-dialog.ts'),
  },
};

for (const [dialog, { intents, load }] of Object.entries(wanted)) {
  const begin = () =>
    void load().catch((error: unknown) => console.error(`The ${dialog} did not load`, error));
  for (const intent of intents) {
    document
      .querySelector(`[data-open="${dialog}"]`)
      ?.addEventListener(intent, begin, { once: true });
  }
}
