/** An e-mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Headers of its own, e.g. `List-Unsubscribe`. */
  headers?: Record<string, string>;
}
