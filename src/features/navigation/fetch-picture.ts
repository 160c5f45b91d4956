/**
 * Prefetches the file that a picture would show.
 * @returns a detached picture of it.
 */
export function fetchPicture(
  { sizes, srcset, src }: Pick<HTMLImageElement, 'sizes' | 'srcset' | 'src'>,
  fetchPriority: 'high' | 'low' | 'auto' = 'auto',
): HTMLImageElement {
  return Object.assign(new Image(), { fetchPriority, sizes, srcset, src });
}
