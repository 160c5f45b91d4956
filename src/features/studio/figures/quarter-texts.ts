/** "Q3 2026 (Jul–Sep)" by the first day of the quarter. */
export function quarterName(first: string): string {
  const number = Math.ceil(Number(first.slice(5, 7)) / 3);
  const months = ['Jan–Mar', 'Apr–Jun', 'Jul–Sep', 'Oct–Dec'][number - 1] ?? '';
  return `Q${number} ${first.slice(0, 4)} (${months})`;
}

/** Hundredths of a currency: "£12.00", "−€3.50". */
export function moneyText(hundredths: number, currency: string): string {
  return (hundredths / 100).toLocaleString('en-GB', { style: 'currency', currency });
}
