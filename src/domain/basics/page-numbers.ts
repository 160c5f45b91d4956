/**
 * The page numbers in a pagination: first, last and those around the current one; `null` is a gap. Up to
 * seven pages are all shown.
 */
export function pageNumbers(current: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const shown = [1, current - 1, current, current + 1, pages].filter(
    (page, index, all) => page >= 1 && page <= pages && all.indexOf(page) === index,
  );
  return shown.flatMap((page, index) => {
    const before = shown[index - 1] ?? page - 1;
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? [null, page] : [page];
  });
}
