import { html } from 'hono/html';
import type { StoredMail } from './stored-mail.ts';

type Markup = ReturnType<typeof html>;

const styles = html`<style>
  body {
    max-width: 60rem;
    margin: 0 auto;
    padding: 1.5rem 1.25rem 4rem;
    background: #ece9e4;
    color: #141312;
    font:
      1rem/1.5 'Helvetica Neue',
      Helvetica,
      Arial,
      sans-serif;
  }
  a {
    color: inherit;
    text-underline-offset: 0.2em;
  }
  ol {
    padding: 0;
    border-top: 1px solid #c9c4bb;
    list-style: none;
  }
  li {
    padding: 1rem 0;
    border-bottom: 1px solid #c9c4bb;
    overflow-wrap: anywhere;
  }
  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  small {
    color: #57534c;
  }
  iframe,
  pre {
    display: block;
    box-sizing: border-box;
    width: 100%;
    padding: 0;
    border: 1px solid #c9c4bb;
    background: #fff;
  }
  iframe {
    height: 52rem;
  }
  pre {
    padding: 1rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
</style>`;

function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styles}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;
}

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

function facts({ to, at }: StoredMail): Markup {
  return html`<small>to ${to.join(', ')} · ${moments.format(new Date(at))}</small>`;
}

/** Every e-mail that arrived, newest first. */
export function mailboxPage(mails: readonly StoredMail[]): Markup {
  const list = mails.map(
    (mail) =>
      html`<li>
        <p><a href="/mails/${mail.id}">${mail.subject}</a></p>
        ${facts(mail)}
      </li>`,
  );
  return page(
    'Mailbox',
    html`<h1>Mailbox</h1>
      <p>E-mails that the shop has sent on this machine. None of them leave it.</p>
      ${
        mails.length === 0
          ? html`<p><strong>No e-mail yet.</strong></p>`
          : html`<ol>
              ${list}
            </ol>`
      }`,
  );
}

/** One e-mail as HTML and as plain text. Its links open in a new tab. */
export function mailPage(mail: StoredMail): Markup {
  return page(
    mail.subject,
    html`<p><a href="/">Mailbox</a></p>
      <h1>${mail.subject}</h1>
      <p>${facts(mail)}</p>
      ${Object.entries(mail.headers).map(
        ([name, value]) => html`<p><small>${name}: ${value}</small></p>`,
      )}
      <h2>HTML</h2>
      <iframe
        title="The e-mail"
        src="/mails/${mail.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
      <h2>Plain text</h2>
      <pre>${mail.text}</pre>`,
  );
}
