/**
 * The legal guarantee of conformity, of which shoppers in the European Union are told before and after they order:
 * Directive 2011/83/EU, articles 6(1)(l) and 22a; Directive (EU) 2019/771; Directive (EU) 2024/1799.
 */
export const euGuarantee = {
  title: 'Your legal guarantee in the European Union',
  texts: [
    'Goods sold in the European Union come with a legal guarantee of conformity of at least two years from delivery; in some countries it is longer.',
    'If goods are not as described, do not work as they should or are faulty, the seller must repair or replace them free of charge. If that is impossible or fails, you get part or all of the price back. After a repair the guarantee is a year longer.',
    'Turn to us, the seller: the guarantee costs nothing and does not depend on any guarantee of the maker.',
  ],
  noticeText: 'The official notice',
  linkText: 'The legal guarantee in your country, by the European Union',
  link: 'https://europa.eu/youreurope/guarantees',
} as const;

/**
 * Path of the official notice, a picture whose design and words the law prescribes (Implementing Regulation (EU)
 * 2025/1960, annex I). Put the Commission's file, unchanged and in colour, into `public` and name it here, such as
 * `/eu-guarantee-notice.svg`; null shows the texts above instead, which the launch check reports.
 */
export const officialNotice: string | null = null;
