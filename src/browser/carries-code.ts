/** Whether a URL's query carries a discount code (`?code=SPRING`), in a parameter of any case. */
export function carriesCode(search: string): boolean {
  return /[?&]code=/i.test(search);
}
