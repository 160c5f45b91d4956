import { company } from '#brand/company.ts';
import { environment } from '../environment.ts';

/** Settings for sending e-mail. */
export interface MailSettings {
  apiKey: string;
  /** Base URL of Resend's API. */
  apiBase: string;
  /** Sender, e.g. `Shop <orders@shop.example>`. */
  from: string;
  /** Reply address. */
  replyTo: string;
  /** The shop's own origin, for links. */
  shop: string;
}

/** The settings, or null without a mail provider: then e-mails wait. */
export function mailSettings(): MailSettings | null {
  const { RESEND_API_KEY, RESEND_API_BASE, MAIL_FROM, SITE_URL, URL: deployed } = environment();
  if (!RESEND_API_KEY) return null;
  return {
    apiKey: RESEND_API_KEY,
    apiBase: RESEND_API_BASE ?? 'https://api.resend.com',
    from: MAIL_FROM ?? `${company.brand} <${company.email}>`,
    replyTo: company.email,
    shop: new URL(SITE_URL ?? deployed ?? 'http://localhost:8888').origin,
  };
}
