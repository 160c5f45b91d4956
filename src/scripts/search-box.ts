/** The search is loaded when somebody is about to use it, not with every page. */
const searchButton = document.querySelector('[data-open="search"]');

function load(): void {
  import('./search.ts').catch((error: unknown) => console.error('The search did not load', error));
}

for (const intent of ['pointerenter', 'focus', 'click']) {
  searchButton?.addEventListener(intent, load, { once: true });
}
