/** What the shop adds to the prices on this page, in per cent, as of the build; 0 where they include all taxes. */
export function pageTax(): number {
  return Number(document.documentElement.dataset.tax ?? 0);
}
