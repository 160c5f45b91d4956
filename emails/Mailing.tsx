import { Column, Heading, Img, Link, Row, Section, Text } from 'react-email';
import { CompanyFacts } from './CompanyFacts.tsx';
import { Layout } from './Layout.tsx';
import { colours, fineText, text } from './look.ts';
import { MainButton } from './MainButton.tsx';
import { slot } from './slot.ts';

/** Inline text: a list of runs, each plain or formatted. */
function Runs() {
  return (
    <>
      {`${slot('#runs')}${slot('#plain')}${slot('text')}${slot('/plain')}${slot('#strong')}`}
      <strong>{slot('text')}</strong>
      {`${slot('/strong')}${slot('#em')}`}
      <em>{slot('text')}</em>
      {`${slot('/em')}${slot('#link')}`}
      <Link
        href={slot('href')}
        className="ink"
        style={{ color: colours.ink, textDecoration: 'underline', textDecorationLine: undefined }}
      >
        {slot('text')}
      </Link>
      {`${slot('/link')}${slot('/runs')}`}
    </>
  );
}

const list = { ...text, margin: '16px 0 0', paddingLeft: 24 } as const;

/** Blocks of the mailing's text, in order. */
function Blocks() {
  return (
    <>
      {`${slot('#blocks')}${slot('#heading')}`}
      <Heading
        as="h2"
        className="ink"
        style={{ ...text, margin: '28px 0 0', fontSize: 20, lineHeight: '26px' }}
      >
        {slot('text')}
      </Heading>
      {`${slot('/heading')}${slot('#paragraph')}`}
      <Text className="ink" style={{ ...text, margin: '16px 0 0', wordBreak: 'break-word' }}>
        <Runs />
      </Text>
      {`${slot('/paragraph')}${slot('#bullets')}`}
      <ul className="ink" style={list}>
        {slot('#items')}
        <li>
          <Runs />
        </li>
        {slot('/items')}
      </ul>
      {`${slot('/bullets')}${slot('#numbers')}`}
      <ol className="ink" style={list}>
        {slot('#items')}
        <li>
          <Runs />
        </li>
        {slot('/items')}
      </ol>
      {`${slot('/numbers')}${slot('/blocks')}`}
    </>
  );
}

/** Products, two per row. */
function Products() {
  return (
    <>
      {slot('#rows')}
      <Row style={{ paddingTop: 24 }}>
        {slot('#cards')}
        <Column style={{ width: '50%', paddingRight: 8, paddingLeft: 8, verticalAlign: 'top' }}>
          {slot('#shown')}
          <Link href={slot('href')}>
            <Img
              src={slot('src')}
              alt=""
              width={232}
              height={290}
              style={{ width: '100%', maxWidth: 232, height: 'auto' }}
            />
          </Link>
          {slot('/shown')}
          <Text className="ink" style={{ ...text, margin: '8px 0 0', wordBreak: 'break-word' }}>
            <Link href={slot('href')} className="ink" style={{ color: colours.ink }}>
              {slot('name')}
            </Link>
            <br />
            {slot('price')}
          </Text>
        </Column>
        {slot('/cards')}
        {slot('#gap')}
        <Column style={{ width: '50%' }}>{slot('text')}</Column>
        {slot('/gap')}
      </Row>
      {slot('/rows')}
    </>
  );
}

/** A mailing to all subscribers. */
export function Mailing() {
  return (
    <Layout
      title={slot('subject')}
      preview={slot('preview')}
      heading={slot('title')}
      footer={
        <>
          <Section>
            <Text className="soft" style={{ ...fineText, maxWidth: 560, margin: '24px auto 0' }}>
              You get this e-mail because you asked for our news.{' '}
              <Link
                href={slot('unsubscribe')}
                className="soft"
                style={{ color: colours.inkSoft, textDecoration: 'underline' }}
              >
                Unsubscribe
              </Link>
            </Text>
          </Section>
          <CompanyFacts />
        </>
      }
    >
      {slot('#pictures')}
      <Section style={{ paddingTop: 16 }}>
        <Img
          src={slot('src')}
          alt={slot('alt')}
          width={496}
          style={{ width: '100%', maxWidth: 496, height: 'auto' }}
        />
      </Section>
      {slot('/pictures')}
      <Blocks />
      <Products />
      {slot('#buttons')}
      <Section style={{ paddingTop: 28, paddingBottom: 8 }}>
        <MainButton href={slot('href')}>{slot('label')}</MainButton>
      </Section>
      {slot('/buttons')}
    </Layout>
  );
}
