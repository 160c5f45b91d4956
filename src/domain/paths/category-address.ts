/** The URL path of a category's or collection's listing. */
export function categoryAddress({ id }: { id: number }): string {
  return `/productListing/${id}`;
}
