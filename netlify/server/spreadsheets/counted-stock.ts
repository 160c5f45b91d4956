import type { Catalogue } from './catalogue-file.ts';
import type { Memory } from './memory.ts';

/** Note on a file whose numbers in "stock" would replace the shop's; null for any other. */
export function countedStockNote({ products }: Catalogue, memory: Memory | null): string | null {
  const counts = products.some(({ colours }) => colours.some(({ stock }) => stock !== undefined));
  if (!counts || memory) return null;
  return 'This file does not remember an export, so its numbers in “stock” replace the shop’s: what was sold since they were counted is undone. Leave “stock” empty unless you have just counted.';
}
