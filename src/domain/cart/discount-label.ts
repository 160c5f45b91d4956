/** The source of an order's discount. */
interface Discounted {
  /** The discount code. */
  code: string | null;
  /** The order whose swapped pieces pay for the discount. */
  paidWith: number | null;
  /** The discount in pence. */
  discount: number;
}

/** The name of an order's discount; null if it has none. */
export function discountLabel({ code, paidWith, discount }: Discounted): string | null {
  if (code !== null) return `Discount ${code}`;
  if (paidWith !== null) return `Paid with order ${paidWith}`;
  // Agreed with staff.
  return discount > 0 ? 'Discount' : null;
}
