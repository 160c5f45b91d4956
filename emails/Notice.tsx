import { Section, Text } from 'react-email';
import { CompanyFacts } from './CompanyFacts.tsx';
import { Layout } from './Layout.tsx';
import { text } from './look.ts';
import { MainButton } from './MainButton.tsx';
import { slot } from './slot.ts';
import { TextLink } from './TextLink.tsx';

/** The paragraphs of one of the e-mail's lists. */
function Paragraphs({ list }: { list: string }) {
  return (
    <>
      {slot(`#${list}`)}
      <Text className="ink" style={{ ...text, margin: '16px 0 0', wordBreak: 'break-word' }}>
        {slot('text')}
      </Text>
      {slot(`/${list}`)}
    </>
  );
}

/** A short e-mail: paragraphs, things, a button, what is to be known about it, a link. */
export function Notice() {
  return (
    <Layout
      title={slot('title')}
      preview={slot('preview')}
      heading={slot('heading')}
      footer={<CompanyFacts />}
    >
      <Paragraphs list="before" />
      <Paragraphs list="items" />
      <Paragraphs list="after" />
      {slot('#buttons')}
      <Section style={{ paddingTop: 24, paddingBottom: 8 }}>
        <MainButton href={slot('href')}>{slot('label')}</MainButton>
      </Section>
      {slot('/buttons')}
      <Paragraphs list="notes" />
      {slot('#links')}
      <TextLink href={slot('href')}>{slot('label')}</TextLink>
      {slot('/links')}
    </Layout>
  );
}
