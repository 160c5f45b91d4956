/**
 * The company as the law and the shopper want to know it, in one place. Every value here is a
 * stand-in to be replaced before the shop opens.
 */
export const company = {
  brand: 'Minicia',
  legalName: 'Minicia Ltd',
  registeredIn: 'England and Wales',
  companyNumber: '00000000',
  registeredAddress: '1 Example Street, London, EX1 1EX, United Kingdom',
  email: 'hello@minicia.example',
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/minicia.example' },
    { name: 'TikTok', url: 'https://www.tiktok.com/@minicia.example' },
  ],
} as const;
