import type { ReactNode } from 'react';
import { Body, Container, Head, Heading, Html, Preview, Section, Text } from 'react-email';
import { company } from '#brand/company.ts';
import { colours, darkStyles, fontFamily, text } from './look.ts';

interface Props {
  /** Document title, which some e-mail clients show. */
  title: string;
  /** Preheader: preview text in the inbox, after the subject. */
  preview: string;
  heading: string;
  children: ReactNode;
  /** Content below the panel. */
  footer?: ReactNode;
}

/** Layout of all the shop's e-mails: a white panel with the brand and a heading. */
export function Layout({ title, preview, heading, children, footer }: Props) {
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkStyles}</style>
      </Head>
      <Body
        lang="en-GB"
        className="page"
        style={{
          margin: 0,
          padding: '32px 16px',
          backgroundColor: colours.bone,
          color: colours.ink,
          fontFamily,
        }}
      >
        <Preview useTitleTag={false}>{preview}</Preview>
        <Container className="sheet" style={{ maxWidth: 560, backgroundColor: colours.white }}>
          <Section style={{ padding: 32 }}>
            <Text
              className="ink"
              style={{
                ...text,
                margin: '0 0 24px',
                fontWeight: 'bold',
                letterSpacing: '0.12em',
                textTransform: 'uppercase',
              }}
            >
              {company.brand}
            </Text>
            <Heading
              className="ink"
              style={{ ...text, margin: '0 0 8px', fontSize: 28, lineHeight: '32px' }}
            >
              {heading}
            </Heading>
            {children}
          </Section>
        </Container>
        {footer}
      </Body>
    </Html>
  );
}
