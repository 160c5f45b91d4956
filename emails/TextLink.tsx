import type { ReactNode } from 'react';
import { Link, Text } from 'react-email';
import { colours, text } from './look.ts';

/** A link on its own line. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Text style={{ ...text, margin: '8px 0 0' }}>
      <Link
        href={href}
        className="ink"
        style={{ color: colours.ink, textDecoration: 'underline', textDecorationLine: undefined }}
      >
        {children}
      </Link>
    </Text>
  );
}
