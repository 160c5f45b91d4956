/** An e-mail. */
export interface Mail {
  /** One address; several only where all of them are the shop's own people. */
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** Headers of its own, e.g. `List-Unsubscribe`. */
  headers?: Record<string, string>;
}
