import { company } from '#brand/company.ts';

/** Facts that UK law requires in a company's e-mails, by lines: https://www.legislation.gov.uk/uksi/2015/17/part/6 */
export const companyFacts: readonly string[] = [
  `${company.legalName}, registered in ${company.registeredIn}, number ${company.number}`,
  `Registered office: ${company.registeredAddress}`,
  ...(company.vatNumber === null ? [] : [`VAT number ${company.vatNumber}`]),
  company.email,
];
