/** Runs work on each item, a few at a time. @returns the results in order. @throws the first error, once the others have ended. */
export async function mapLimit<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  async function worker(): Promise<void> {
    for (const [place, item] of queue) results[place] = await work(item);
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}
