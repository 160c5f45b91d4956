import type { ReactNode } from 'react';
import { Column, Container, Heading, Link, Row, Section, Text } from 'react-email';
import { company } from '#company';
import { processingTime } from '#server/mail/processing-time.ts';
import { Layout } from './Layout.tsx';
import { colours, text } from './look.ts';
import { slot } from './slot.ts';

const amount = { ...text, paddingLeft: 16, textAlign: 'right', whiteSpace: 'nowrap' } as const;
const item = {
  paddingTop: 12,
  paddingBottom: 12,
  borderBottom: `1px solid ${colours.boneDeep}`,
  verticalAlign: 'top',
} as const;

/** A thing bought, with its price. */
function OrderLine() {
  return (
    <Row>
      <Column className="ink line" style={{ ...text, ...item, wordBreak: 'break-word' }}>
        <strong>{slot('what')}</strong>
        <br />
        {slot('count')}
      </Column>
      <Column className="ink line" style={{ ...amount, ...item }}>
        {slot('price')}
      </Column>
    </Row>
  );
}

interface SumProps {
  label: string;
  sum: string;
  total?: boolean;
}

function Sum({ label, sum, total = false }: SumProps) {
  const style = total
    ? { paddingTop: 12, paddingBottom: 12, fontWeight: 'bold' }
    : { paddingTop: 6, paddingBottom: 6 };
  return (
    <Row>
      <Column className="ink" style={{ ...text, ...style }}>
        {label}
      </Column>
      <Column className="ink" style={{ ...amount, ...style }}>
        {sum}
      </Column>
    </Row>
  );
}

function ShopLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Text style={{ ...text, margin: '8px 0 0' }}>
      <Link
        href={slot('shop') + path}
        className="ink"
        style={{ color: colours.ink, textDecoration: 'underline', textDecorationLine: undefined }}
      >
        {children}
      </Link>
    </Text>
  );
}

function CompanyFacts() {
  return (
    <Container style={{ maxWidth: 560, paddingTop: 24 }}>
      <Text
        className="soft"
        style={{ ...text, margin: 0, color: colours.inkSoft, fontSize: 13, lineHeight: '20px' }}
      >
        {`${company.legalName}, registered in ${company.registeredIn}, number ${company.number}`}
        <br />
        {company.registeredAddress}
        <br />
        {company.email}
      </Text>
    </Container>
  );
}

/** The confirmation of an order. */
export function OrderConfirmation() {
  const order = `Order ${slot('number')}, ${slot('date')}`;
  return (
    <Layout
      title="Your order"
      preview={`${order}. Total: ${slot('total')}`}
      heading="Thank you for shopping."
      footer={<CompanyFacts />}
    >
      <Text className="ink" style={{ ...text, margin: '0 0 24px' }}>
        {order}
      </Text>
      <Section className="rule" style={{ borderTop: `1px solid ${colours.ink}` }}>
        {slot('#lines')}
        <OrderLine />
        {slot('/lines')}
      </Section>
      <Section style={{ paddingTop: 6, paddingBottom: 6 }}>
        <Sum label="Subtotal" sum={slot('subtotal')} />
        <Sum label="Tax" sum={slot('tax')} />
        <Sum label={slot('shippingName')} sum={slot('shipping')} />
      </Section>
      <Section className="rule" style={{ borderTop: `1px solid ${colours.ink}` }}>
        <Sum label="Total" sum={slot('total')} total />
      </Section>
      <Heading
        as="h2"
        className="ink"
        style={{ ...text, margin: '24px 0 8px', fontWeight: 'bold' }}
      >
        Goes to
      </Heading>
      <Text className="ink" style={{ ...text, margin: 0, wordBreak: 'break-word' }}>
        {slot('address')}
      </Text>
      <Text className="ink" style={{ ...text, margin: '24px 0' }}>
        {processingTime}
      </Text>
      <ShopLink path="/account">Your orders</ShopLink>
      <ShopLink path="/returnpolicy">Returns, within 30 days of delivery</ShopLink>
    </Layout>
  );
}
