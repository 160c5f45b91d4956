/** Not in every browser. @see https://developer.mozilla.org/docs/Web/API/Document/prerendering */
interface Document {
  readonly prerendering?: boolean;
}
