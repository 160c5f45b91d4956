/** The URL path of a product's page. */
export function productAddress({ id }: { id: number }): string {
  return `/product-details/${id}`;
}

/** The URL path of a product's page with a colour selected. */
export function colourAddress(product: { id: number }, colour: { id: number }): string {
  return `${productAddress(product)}?colour=${colour.id}`;
}
