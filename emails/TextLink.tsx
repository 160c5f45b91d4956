import type { ReactNode } from 'react';
import { Link, Text } from 'react-email';
import { colours, fineText } from './look.ts';

/** A link on its own line, in small type. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Text style={{ ...fineText, margin: '8px 0 0' }}>
      <Link
        href={href}
        className="soft"
        style={{
          color: colours.inkSoft,
          textDecoration: 'underline',
          textDecorationLine: undefined,
        }}
      >
        {children}
      </Link>
    </Text>
  );
}
