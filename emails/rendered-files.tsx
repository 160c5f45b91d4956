import type { ReactElement } from 'react';
import { render } from 'react-email';
import { Mailing } from './Mailing.tsx';
import { Notice } from './Notice.tsx';
import { OrderConfirmation } from './OrderConfirmation.tsx';
import { PasswordReset } from './PasswordReset.tsx';

/** A file generated from a component. */
interface RenderedFile {
  /** Path relative to the project folder. */
  file: string;
  content: string;
}

/** An e-mail's HTML in ASCII, without React's comments and with each block on its own line, for readable diffs. */
async function htmlOf(email: ReactElement): Promise<string> {
  const html = await render(email);
  return (
    html
      .replaceAll(/<!--(?:\/?(?:\$|html|head|body)| )-->/g, '')
      .replaceAll(/(?=<(?:head|meta|title|style|body|table|tr|td|p|div|h\d)\b)/g, '\n')
      // Within a line, a line break would add a space.
      .replaceAll(/(?<!\}\})(?=<a\b)/g, '\n')
      .replaceAll(/[^\x20-\x7e\n]/gu, (character) => `&#${character.codePointAt(0)};`)
  );
}

function moduleOf(name: string, html: string): string {
  const literal = html.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
  return `/** Written by \`npm run emails\` from the components in \`emails\`. */\nexport const ${name} = \`${literal}\n\`;\n`;
}

/** The files that `npm run emails` writes. */
export async function renderedFiles(): Promise<RenderedFile[]> {
  const [order, notice, mailing, password] = await Promise.all([
    htmlOf(<OrderConfirmation />),
    htmlOf(<Notice />),
    htmlOf(<Mailing />),
    htmlOf(<PasswordReset />),
  ]);
  return [
    {
      file: 'netlify/server/mail/order-mail.html.ts',
      content: moduleOf('orderMailTemplate', order),
    },
    {
      file: 'netlify/server/mail/notice-mail.html.ts',
      content: moduleOf('noticeMailTemplate', notice),
    },
    {
      file: 'netlify/server/mail/mailing-mail.html.ts',
      content: moduleOf('mailingTemplate', mailing),
    },
    { file: 'supabase/templates/recovery.html', content: `${password}\n` },
  ];
}
