import type { ReactNode } from 'react';
import { Body, Container, Head, Heading, Html, Img, Preview, Section } from 'react-email';
import { company } from '#brand/company.ts';
import { colours, darkStyles, fontFamily, text } from './look.ts';
import { slot } from './slot.ts';

interface Props {
  /** Document title, which some e-mail clients show. */
  title: string;
  /** Preheader: preview text in the inbox, after the subject. */
  preview: string;
  heading: string;
  children: ReactNode;
  /** The shop's origin, as the template writes it. */
  shop?: string;
  /** Content below the panel. */
  footer?: ReactNode;
}

/** Layout of all the shop's e-mails: a white panel below the brand's wordmark. */
export function Layout({ title, preview, heading, children, footer, shop = slot('shop') }: Props) {
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
          <Section style={{ padding: '24px 32px', backgroundColor: colours.ink }}>
            <Img
              src={`${shop}/icons/wordmark.png`}
              alt={company.brand}
              width={134}
              height={24}
              style={{ color: colours.bone, fontSize: 20, fontWeight: 'bold' }}
            />
          </Section>
          <Section style={{ padding: 32 }}>
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
