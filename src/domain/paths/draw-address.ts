/** Path of a product's draw. */
export function drawAddress({ id }: { id: number }): string {
  return `/draw?product=${id}`;
}
