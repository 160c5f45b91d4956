/** The URL path of the terms an order was placed under. @param version number in `terms_versions`. */
export function termsAddress(version: number): string {
  return `/order-terms/${version}`;
}
