/** Where the terms are that an order was made under. @param version its number in `terms_versions`. */
export function termsAddress(version: number): string {
  return `/order-terms/${version}`;
}
