import { Fragment, type ReactNode } from 'react';
import { Column, Heading, Row, Section, Text } from 'react-email';
import {
  cancellationForm,
  euGuarantee,
  returnsLink,
  rightToCancel,
  statutoryRights,
} from '#server/mail/right-to-cancel.ts';
import { CompanyFacts } from './CompanyFacts.tsx';
import { Layout } from './Layout.tsx';
import { FinePrint } from './FinePrint.tsx';
import { cell, Thumbnail } from './Goods.tsx';
import { colours, fineText, text } from './look.ts';
import { MainButton } from './MainButton.tsx';
import { slot } from './slot.ts';
import { TextLink } from './TextLink.tsx';

const amount = { ...text, paddingLeft: 16, textAlign: 'right', whiteSpace: 'nowrap' } as const;

/** An order line with its picture and price. */
function OrderLine() {
  return (
    <Row>
      <Thumbnail />
      <Column className="ink line" style={cell}>
        <strong>{slot('what')}</strong>
        <br />
        {slot('count')}
      </Column>
      <Column className="ink line" style={{ ...cell, ...amount, padding: '12px 0 12px 16px' }}>
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

interface PartProps {
  title: string;
  children: ReactNode;
}

interface RightsProps {
  title: string;
  texts: readonly string[];
  isForm?: boolean;
}

/** A section with a heading. */
function Part({ title, children }: PartProps) {
  return (
    <>
      <Heading
        as="h2"
        className="ink"
        style={{ ...text, margin: '24px 0 8px', fontWeight: 'bold' }}
      >
        {title}
      </Heading>
      {children}
    </>
  );
}

function Words({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ ...text, margin: '0 0 8px', wordBreak: 'break-word' }}>
      {children}
    </Text>
  );
}

/** Legal paragraphs, or lines of a form, below a heading. */
function Rights({ title, texts, isForm = false }: RightsProps) {
  return (
    <>
      <Heading as="h2" className="soft" style={{ ...fineText, margin: '16px 0 4px' }}>
        {title}
      </Heading>
      <Text className="soft" style={{ ...fineText, margin: 0 }}>
        {texts.map((paragraph, place) => (
          <Fragment key={paragraph}>
            {place > 0 && <br />}
            {place > 0 && !isForm && <br />}
            {paragraph}
          </Fragment>
        ))}
      </Text>
    </>
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
        <br />
        {slot('promise')}
      </Text>
      <Section style={{ paddingBottom: 32 }}>
        <MainButton href={slot('orderLink')}>See your order</MainButton>
      </Section>
      <Section className="rule" style={{ borderTop: `1px solid ${colours.ink}` }}>
        {slot('#lines')}
        <OrderLine />
        {slot('/lines')}
      </Section>
      <Section style={{ paddingTop: 6, paddingBottom: 6 }}>
        <Sum label="Subtotal" sum={slot('subtotal')} />
        {slot('#discounts')}
        <Sum label={slot('label')} sum={slot('off')} />
        {slot('/discounts')}
        {slot('#taxes')}
        <Sum label="Tax" sum={slot('tax')} />
        {slot('/taxes')}
        <Sum label={slot('shippingName')} sum={slot('shipping')} />
        {slot('#adjustments')}
        <Sum label="Adjustment" sum={slot('amount')} />
        {slot('/adjustments')}
      </Section>
      <Section className="rule" style={{ borderTop: `1px solid ${colours.ink}` }}>
        <Sum label="Total" sum={slot('total')} total />
        {slot('#insides')}
        <Words>{slot('inside')}</Words>
        {slot('/insides')}
        {slot('#cards')}
        <Sum label={slot('name')} sum={slot('paid')} />
        <Words>{slot('rest')}</Words>
        {slot('/cards')}
      </Section>
      <Part title="Goes to">
        <Words>{slot('address')}</Words>
        {slot('#duties')}
        <Words>{slot('who')}</Words>
        {slot('/duties')}
      </Part>
      <Part title="What happens next">
        <Words>{slot('next')}</Words>
      </Part>
      <FinePrint>
        {slot('#accounts')}
        <TextLink href={`${slot('shop')}/account`}>Your orders</TextLink>
        {slot('/accounts')}
        {slot('#claims')}
        <TextLink href={slot('claimLink')}>Keep this order: choose a password</TextLink>
        {slot('/claims')}
        <TextLink href={slot('withdrawLink')}>Withdraw from contract here</TextLink>
        <TextLink href={slot('termsLink')}>{slot('terms')}</TextLink>
        <TextLink href={`${slot('shop')}/returnpolicy`}>{returnsLink}</TextLink>
        <Rights title="Your right to cancel" texts={rightToCancel} />
        <Rights title="Your rights if something is wrong" texts={statutoryRights} />
        {slot('#guarantees')}
        <Rights title={euGuarantee.title} texts={euGuarantee.texts} />
        {slot('#notices')}
        <TextLink href={slot('noticeLink')}>{euGuarantee.noticeText}</TextLink>
        {slot('/notices')}
        <TextLink href={euGuarantee.link}>{euGuarantee.linkText}</TextLink>
        {slot('/guarantees')}
        <Rights title="Model cancellation form" texts={cancellationForm} isForm />
      </FinePrint>
    </Layout>
  );
}
