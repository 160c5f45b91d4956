/**
 * After a reload, one document serves all history entries that were shown in place before: Back
 * would change only its URL. Until navigation.ts handles that, load the page.
 */
const { pathname } = location;

addEventListener('popstate', () => {
  const isAnswered = 'swaps' in document.documentElement.dataset;
  if (!isAnswered && location.pathname !== pathname) location.reload();
});
