import { Hono } from 'hono';
import { startHttpServer } from '../servers/http-server.ts';
import { createMailFaults, MailFault } from './mail-faults.ts';
import { domainRoutes } from './domain-routes.ts';
import { mailboxPage, mailPage } from './mailbox-page.ts';
import { resendRoutes } from './resend-routes.ts';
import { type NewMail, openMailStore, type StoredMail } from './stored-mail.ts';

/** Options for starting a mailbox. */
export interface MailboxOptions {
  /** Port on 127.0.0.1; 0 takes any free one. */
  port: number;
  /** The only API key accepted. */
  apiKey: string;
  /** JSON file that persists the e-mails between runs; in memory only when absent. */
  dataFile?: string;
}

/** A running mailbox. */
export interface Mailbox {
  url: string;
  /** Every e-mail that arrived, newest first. */
  mails(): readonly StoredMail[];
  /** Adds an e-mail that was not sent through Resend's API. */
  deliver(mail: NewMail): void;
  /** Makes upcoming calls fail. */
  fail(fault: Partial<MailFault> & Pick<MailFault, 'status'>): void;
  /** Clears all e-mails and failures. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts a local stand-in for Resend: its API for sending at `/emails` and `/emails/batch`, and a page that lists the
 * e-mails sent.
 */
export async function startMailbox({ port, apiKey, dataFile }: MailboxOptions): Promise<Mailbox> {
  const store = openMailStore(dataFile);
  const faults = createMailFaults();
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  app.route('/emails', resendRoutes({ store, faults, apiKey }));
  app.route('/domains', domainRoutes(apiKey));
  app.get('/', (c) => c.html(mailboxPage(store.all())));
  app.get('/mails', (c) => c.json(store.all()));
  app.get('/mails/:id', (c) => {
    const mail = store.find(c.req.param('id'));
    return mail ? c.html(mailPage(mail)) : c.notFound();
  });
  app.get('/mails/:id/html', (c) => {
    const mail = store.find(c.req.param('id'));
    if (!mail) return c.notFound();
    // Links open outside the frame, as in a mail client.
    return c.html(mail.html.replace('<head>', '<head><base target="_blank">'), 200, {
      'Content-Security-Policy':
        "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'",
    });
  });

  const { url, close } = await startHttpServer(port, (request) => app.fetch(request));
  return {
    url,
    mails: () => store.all(),
    deliver(mail) {
      store.add(mail);
      store.save();
    },
    fail: (fault) => faults.add(MailFault.parse(fault)),
    reset() {
      store.clear();
      faults.clear();
    },
    close,
  };
}
