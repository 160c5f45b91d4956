/** The source of an order's discount. */
interface Discounted {
  /** The discount code. */
  code: string | null;
  /** The order whose swapped pieces pay for the discount. */
  paidWith: number | null;
}

/** The name of an order's discount; null if it has none. */
export function discountLabel({ code, paidWith }: Discounted): string | null {
  if (code !== null) return `Discount ${code}`;
  return paidWith === null ? null : `Paid with order ${paidWith}`;
}
