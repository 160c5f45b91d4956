import { Fragment } from 'react';
import { Container, Text } from 'react-email';
import { companyFacts } from '#server/mail/company-facts.ts';
import { fineText } from './look.ts';

/** The company's name, number and addresses, below the main panel. */
export function CompanyFacts() {
  return (
    <Container style={{ maxWidth: 560, paddingTop: 24 }}>
      <Text className="soft" style={{ ...fineText, margin: 0 }}>
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
