import { Column, Heading, Img, Link, Row, Section, Text } from 'react-email';
import { CompanyFacts } from './CompanyFacts.tsx';
import { Layout } from './Layout.tsx';
import { FinePrint } from './FinePrint.tsx';
import { cell, Thumbnail } from './Goods.tsx';
import { text } from './look.ts';
import { MainButton } from './MainButton.tsx';
import { slot } from './slot.ts';
import { TextLink } from './TextLink.tsx';

/** The paragraphs of one of the template's lists. */
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

/** Sections with a heading: rows of a table, then paragraphs. */
function Sections() {
  return (
    <>
      {slot('#sections')}
      {slot('#titles')}
      <Heading
        as="h2"
        className="ink"
        style={{ ...text, margin: '28px 0 8px', fontWeight: 'bold' }}
      >
        {slot('title')}
      </Heading>
      {slot('/titles')}
      {slot('#rows')}
      <Row>
        <Thumbnail />
        <Column className="ink line" style={cell}>
          {slot('what')}
        </Column>
        <Column
          className="ink line"
          style={{ ...cell, padding: '12px 0 12px 16px', textAlign: 'right' }}
        >
          {slot('figure')}
        </Column>
      </Row>
      {slot('/rows')}
      <Paragraphs list="texts" />
      {slot('/sections')}
    </>
  );
}

/** The main picture, in the shop's aspect ratio of 4:5. */
function MainPicture() {
  return (
    <>
      {slot('#pictures')}
      <Section style={{ paddingTop: 16 }}>
        <Link href={slot('href')}>
          <Img
            src={slot('src')}
            alt={slot('alt')}
            width={320}
            height={400}
            style={{ width: '100%', maxWidth: 320, height: 'auto' }}
          />
        </Link>
      </Section>
      {slot('/pictures')}
    </>
  );
}

/** An e-mail with a picture, paragraphs, items, sections, a button, notes on it, and links. */
export function Notice() {
  return (
    <Layout
      title={slot('title')}
      preview={slot('preview')}
      heading={slot('heading')}
      footer={<CompanyFacts />}
    >
      <MainPicture />
      <Paragraphs list="before" />
      <Sections />
      {slot('#buttons')}
      <Section style={{ paddingTop: 24, paddingBottom: 8 }}>
        <MainButton href={slot('href')}>{slot('label')}</MainButton>
      </Section>
      {slot('/buttons')}
      <Paragraphs list="notes" />
      {slot('#linkGroups')}
      <FinePrint>
        {slot('#links')}
        <TextLink href={slot('href')}>{slot('label')}</TextLink>
        {slot('/links')}
      </FinePrint>
      {slot('/linkGroups')}
    </Layout>
  );
}
