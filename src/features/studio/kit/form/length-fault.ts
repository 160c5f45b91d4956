/**
 * Validation error of a text that is too long; `''` if it is not. Instead of `maxlength`, with which browsers cut off what is
 * pasted without a word.
 * @param max in characters.
 */
export function lengthFault(text: string, max: number): string {
  const { length } = text;
  return length > max ? `Use at most ${max} characters; this has ${length}.` : '';
}

/** Keeps a form from being submitted while its field's text is too long. @param max in characters. */
export function limitLength(field: HTMLInputElement | HTMLTextAreaElement, max: number): void {
  field.setCustomValidity(lengthFault(field.value, max));
}
