import { company } from '#company';
import { environment } from '../environment.ts';

/** What it takes to send e-mail. */
export interface MailSettings {
  apiKey: string;
  /** Where Resend's API answers. */
  apiBase: string;
  /** Who it is from, e.g. `Minicia <orders@minicia.example>`. */
  from: string;
  /** Where answers to it go. */
  replyTo: string;
  /** The shop's own address, for links. */
  shop: string;
}

/** The settings, or null where the shop was given no mail provider: then e-mails wait. */
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
