/** An e-mail. */
export interface Mail {
  /** One address; several only if all of them belong to staff. */
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** Extra headers, e.g. `List-Unsubscribe`. */
  headers?: Record<string, string>;
}
