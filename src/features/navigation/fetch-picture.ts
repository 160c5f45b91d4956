/**
 * Fetches the file that a picture would show, ahead of showing it.
 * @returns a picture of it that is nowhere on the page.
 */
export function fetchPicture(
  { sizes, srcset, src }: Pick<HTMLImageElement, 'sizes' | 'srcset' | 'src'>,
  fetchPriority: 'high' | 'low' | 'auto' = 'auto',
): HTMLImageElement {
  return Object.assign(new Image(), { fetchPriority, sizes, srcset, src });
}
