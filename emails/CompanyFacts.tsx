import { Fragment } from 'react';
import { Container, Text } from 'react-email';
import { companyFacts } from '#server/mail/company-facts.ts';
import { colours, text } from './look.ts';

/** The company's name, number and addresses, below the main panel. */
export function CompanyFacts() {
  return (
    <Container style={{ maxWidth: 560, paddingTop: 24 }}>
      <Text
        className="soft"
        style={{ ...text, margin: 0, color: colours.inkSoft, fontSize: 13, lineHeight: '20px' }}
      >
        {companyFacts.map((line, place) => (
          <Fragment key={line}>
            {place > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </Text>
    </Container>
  );
}
