/**
 * The company as the law and the shopper want to know it, in one place. Values that are still
 * placeholders (`placeholdersIn`) must be replaced before the shop opens: a production build refuses them.
 */
export const company: CompanyFacts = {
  brand: 'Minicia',
  legalName: 'Minicia Ltd',
  registeredIn: 'England and Wales',
  number: '00000000',
  registeredAddress: '1 Example Street, London, EX1 1EX, United Kingdom',
  vatNumber: null,
  email: 'hello@minicia.example',
  euResponsiblePerson: {
    name: 'Minicia EU Representative',
    address: '1 Example Quay, Dublin, Ireland',
    email: 'eu@minicia.example',
  },
  returnsAddress: 'Minicia Returns, 1 Example Street, London, EX1 1EX, United Kingdom',
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/minicia.example' },
    { name: 'TikTok', url: 'https://www.tiktok.com/@minicia.example' },
  ],
};

interface SocialPage {
  name: string;
  url: string;
}

/** What is to be known of the company. */
export interface CompanyFacts {
  brand: string;
  legalName: string;
  registeredIn: string;
  /** At Companies House: eight characters. */
  number: string;
  registeredAddress: string;
  /** With its country, e.g. `GB 123 4567 82`; null for a company that is not registered for VAT. */
  vatNumber: string | null;
  email: string;
  /**
   * Who answers there for the safety of what the shop sells to the European Union and Northern Ireland, in whose
   * offers it has to be named: Regulation (EU) 2023/988, articles 16 and 19. Null while nobody is appointed.
   */
  euResponsiblePerson: { name: string; address: string; email: string } | null;
  /** Where goods are sent back to, its lines separated by commas. */
  returnsAddress: string;
  social: readonly [SocialPage, ...SocialPage[]];
}

/** Domains that belong to nobody (RFC 2606), a number of noughts, and the address they come with. */
const placeholder = /\bexample\b|^0+$|^\s*$/i;

/** The facts that are still placeholders, by field: `email`, `social[0].url`. */
export function placeholdersIn(whole: CompanyFacts): string[] {
  const { social, euResponsiblePerson, ...facts } = whole;
  const links = social.map(({ url }, index) => [`social[${index}].url`, url] as const);
  const there = Object.entries(euResponsiblePerson ?? {}).map(
    ([field, value]) => [`euResponsiblePerson.${field}`, value] as const,
  );
  return [...Object.entries(facts), ...there, ...links]
    .filter(([, value]) => value !== null && placeholder.test(value))
    .map(([field]) => field);
}

/**
 * Who runs the shop, in one line: name, place of registration, number, registered office and, if any,
 * VAT number. Wanted on the website, in letters and e-mails, and easy to find: the Company, Limited
 * Liability Partnership and Business (Names and Trading Disclosures) Regulations 2015, regulations 24
 * and 25; the Electronic Commerce (EC Directive) Regulations 2002, regulation 6.
 */
export function companyLine({ vatNumber, ...facts }: CompanyFacts = company): string {
  const line = `${facts.legalName}, registered in ${facts.registeredIn}, number ${facts.number}. Registered office: ${facts.registeredAddress}.`;
  return vatNumber === null ? line : `${line} VAT number ${vatNumber}.`;
}

/** A text with the company's facts in place of names like COMPANY_EMAIL, which Markdown carries. */
export function withCompanyFacts(text: string): string {
  return text
    .replaceAll('COMPANY_EMAIL', company.email)
    .replaceAll('COMPANY_LEGAL_NAME', company.legalName)
    .replaceAll('COMPANY_NUMBER', company.number)
    .replaceAll('COMPANY_REGISTERED_IN', company.registeredIn)
    .replaceAll('COMPANY_REGISTERED_ADDRESS', company.registeredAddress)
    .replaceAll(
      'COMPANY_VAT',
      company.vatNumber === null
        ? 'We are not registered for VAT.'
        : `Our VAT number is ${company.vatNumber}.`,
    );
}
