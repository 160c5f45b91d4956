/**
 * Marks the document while its prebuilt content is not what the URL asks for, so that it does not flash:
 * a listing's page, sort or filter, or a product's colour.
 */

/** Whether a listing's URL asks for anything but its prebuilt first page. */
export function asksForOtherCards(search: string): boolean {
  return /[?&](page|sort|price|category|colour|stock|q)=/.test(search);
}

/** Whether a product's URL asks for a colour. */
export function asksForColour(search: string): boolean {
  return /[?&]colour=/.test(search);
}

/** Sets or removes a mark on the document; an unchanged mark causes no restyle. */
export function markPending(name: 'listing' | 'colour', isPending: boolean): void {
  const { dataset } = document.documentElement;
  if (isPending) dataset[name] = 'pending';
  else if (name in dataset) delete dataset[name];
}
