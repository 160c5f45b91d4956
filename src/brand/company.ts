/**
 * The company facts required by law and wanted by shoppers, in one place. Placeholders
 * (`placeholdersIn`) must be replaced before the shop opens: a production build fails on them.
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

/** Facts about the company. */
export interface CompanyFacts {
  brand: string;
  legalName: string;
  registeredIn: string;
  /** At Companies House: eight characters. */
  number: string;
  registeredAddress: string;
  /** With its country, e.g. `GB 123 4567 82`; null if not registered for VAT. */
  vatNumber: string | null;
  email: string;
  /**
   * The person in the EU or Northern Ireland responsible for product safety, to be named in offers
   * there: Regulation (EU) 2023/988, articles 16 and 19. Null until one is appointed.
   */
  euResponsiblePerson: { name: string; address: string; email: string } | null;
  /** The address for returned goods; lines separated by commas. */
  returnsAddress: string;
  social: readonly [SocialPage, ...SocialPage[]];
}

/**
 * Reserved names such as example.com (RFC 2606) and the placeholder address; a number of zeros; blanks.
 */
const placeholder = /\bexample\b|^0+$|^\s*$/i;

/** The facts that are still placeholders, by path: `email`, `social[0].url`. */
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
 * The company in one line: name, place of registration, number, registered office and VAT number, if
 * any. Required on the website, in letters and e-mails, easy to find: the Company, Limited Liability
 * Partnership and Business (Names and Trading Disclosures) Regulations 2015, regulations 24 and 25; the
 * Electronic Commerce (EC Directive) Regulations 2002, regulation 6.
 */
export function companyLine({ vatNumber, ...facts }: CompanyFacts = company): string {
  const line = `${facts.legalName}, registered in ${facts.registeredIn}, number ${facts.number}. Registered office: ${facts.registeredAddress}.`;
  return vatNumber === null ? line : `${line} VAT number ${vatNumber}.`;
}

/** Replaces names such as COMPANY_EMAIL, used in Markdown, with the company's facts. */
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
