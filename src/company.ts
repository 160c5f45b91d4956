/**
 * The company as the law and the shopper want to know it, in one place. Every value here is a
 * stand-in to be replaced before the shop opens.
 */
export const company = {
  brand: 'Minicia',
  legalName: 'Minicia Ltd',
  registeredIn: 'England and Wales',
  number: '00000000',
  registeredAddress: '1 Example Street, London, EX1 1EX, United Kingdom',
  email: 'hello@minicia.example',
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/minicia.example' },
    { name: 'TikTok', url: 'https://www.tiktok.com/@minicia.example' },
  ],
} as const;

/** A text with the company's facts in place of names like COMPANY_EMAIL, which Markdown carries. */
export function withCompanyFacts(text: string): string {
  return text
    .replaceAll('COMPANY_EMAIL', company.email)
    .replaceAll('COMPANY_LEGAL_NAME', company.legalName)
    .replaceAll('COMPANY_NUMBER', company.number)
    .replaceAll('COMPANY_REGISTERED_IN', company.registeredIn)
    .replaceAll('COMPANY_REGISTERED_ADDRESS', company.registeredAddress);
}
