/**
 * After a reload, the document stands for all history entries that were shown in place of each other before:
 * Back changes its URL and nothing else. Until navigation.ts answers that, the page is loaded.
 */
const { pathname } = location;

addEventListener('popstate', () => {
  const isAnswered = 'swaps' in document.documentElement.dataset;
  if (!isAnswered && location.pathname !== pathname) location.reload();
});
