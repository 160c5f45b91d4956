/** The tax this page adds to prices, in per cent, as of the build; 0 if they include all taxes. */
export function pageTax(): number {
  return Number(document.documentElement.dataset.tax ?? 0);
}
