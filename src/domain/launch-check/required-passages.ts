import { isRecord } from '../basics/record.ts';
import type { ContentKey } from '../site-content/content.ts';
import { CANCELLATION_DAYS, REFUND_DAYS, SEND_BACK_DAYS } from '../basics/return-periods.ts';

/** A passage the law requires on a page. */
interface Passage {
  /** Name of the passage, for staff. */
  name: string;
  /** Each must match the text (without emphasis, with single spaces). */
  words: readonly RegExp[];
  /** The source of the requirement. */
  law: string;
}

const companyLaw = '2015 Regulations, reg. 25; E-Commerce Regulations 2002, reg. 6';
const contracts = 'Consumer Contracts Regulations 2013';
const gdpr = 'UK GDPR, art. 13';

/**
 * Passages that legal texts must contain, by page. Staff edit the texts: the studio warns when a passage
 * is lost, and the launch check fails. The check matches words, not their sense, so a text with another
 * wording needs its pattern here. Sources: docs/decisions/0040-legal-requirements.md.
 */
const passages: Partial<Record<ContentKey, readonly Passage[]>> = {
  terms: [
    { name: 'the company’s name', words: [/COMPANY_LEGAL_NAME/], law: companyLaw },
    { name: 'the company’s number', words: [/COMPANY_NUMBER/], law: companyLaw },
    { name: 'the registered office', words: [/COMPANY_REGISTERED_ADDRESS/], law: companyLaw },
    { name: 'where it is registered', words: [/COMPANY_REGISTERED_IN/], law: companyLaw },
    { name: 'the VAT number, or that there is none', words: [/COMPANY_VAT/], law: companyLaw },
    { name: 'an email address', words: [/COMPANY_EMAIL/], law: companyLaw },
    {
      name: 'that goods must be as described, and that statutory rights stay',
      words: [/statutory rights/i, /as described/i],
      law: `${contracts}, Schedule 2 (p)`,
    },
    {
      name: 'the legal guarantee of conformity in the European Union',
      words: [/legal guarantee of conformity/i, /two years/i],
      law: 'Directive 2011/83, art. 6(1)(l)',
    },
    {
      name: 'that death, injury by negligence and fraud are not excluded',
      words: [/death or personal injury/i, /fraud/i],
      law: 'Consumer Rights Act 2015, s. 65',
    },
  ],
  returns: [
    {
      name: `the right to cancel within ${CANCELLATION_DAYS} days without a reason`,
      words: [
        new RegExp(`cancel[^.]*within ${CANCELLATION_DAYS} days[^.]*without giving a reason`, 'i'),
      ],
      law: `${contracts}, Schedule 2 (l)`,
    },
    { name: 'the link to withdraw', words: [/\(\/withdraw\)/], law: 'Directive 2011/83, art. 11a' },
    {
      name: `that goods go back within ${SEND_BACK_DAYS} days, and who pays for that`,
      words: [
        new RegExp(`goods back within ${SEND_BACK_DAYS} days`, 'i'),
        /pay for return shipping/i,
      ],
      law: `${contracts}, regs 34 and 35, Schedule 2 (m)`,
    },
    {
      name: `that a cancelled order is refunded within ${REFUND_DAYS} days, with its standard delivery`,
      words: [new RegExp(`${REFUND_DAYS} days[^.]*refund[^.]*standard delivery`, 'i')],
      law: `${contracts}, reg. 34`,
    },
    {
      name: 'what delivery costs, or where that is said',
      words: [/free of charge|£|shown before you pay/i],
      law: `${contracts}, Schedule 2 (g)`,
    },
    {
      name: 'who pays duties and taxes in each country',
      words: [/\bCOUNTRY_DUTIES\b/],
      law: `${contracts}, Schedule 2 (f)`,
    },
    {
      name: 'that statutory rights stay',
      words: [/legal rights|statutory rights/i],
      law: `${contracts}, Schedule 2 (p)`,
    },
  ],
  privacy: [
    {
      name: 'who is the controller',
      words: [/COMPANY_LEGAL_NAME/, /controller/i, /COMPANY_EMAIL/],
      law: gdpr,
    },
    ...['Stripe', 'Netlify', 'Supabase', 'Resend'].map((processor) => ({
      name: `that ${processor} receives data`,
      words: [new RegExp(`\\b${processor}\\b`)],
      law: gdpr,
    })),
    {
      name: 'why data is used, and on which basis',
      words: [/contract/i, /legitimate interests/i, /consent/i, /law requires/i],
      law: gdpr,
    },
    { name: 'how long data is kept', words: [/how long we keep/i, /seven years/i], law: gdpr },
    {
      name: 'that data may leave the United Kingdom',
      words: [/outside the United Kingdom/i],
      law: gdpr,
    },
    {
      name: 'the rights of access, rectification, erasure, restriction, portability and objection',
      words: [/access/i, /rectification/i, /erasure/i, /restrict/i, /portability/i, /to object/i],
      law: gdpr,
    },
    { name: 'that consent can be withdrawn', words: [/withdraw (your )?consent/i], law: gdpr },
    {
      name: 'that recently viewed products are stored and can be turned off',
      words: [/recentlyViewed/, /turn it off/i],
      law: 'PECR 2003, reg. 6',
    },
    {
      name: 'that visits are counted, and that this can be turned off',
      words: [/\(\/what-we-count\)/, /object at any time/i, /privacypolicy#counting/],
      law: 'PECR 2003, Schedule A1',
    },
    {
      name: 'how to complain to us',
      words: [/\(\/complaint\)/],
      law: 'Data Protection Act 2018, s. 164A',
    },
    { name: 'how to complain to the regulator', words: [/Information Commissioner/], law: gdpr },
  ],
};

/** Pages with required passages, by their names in the studio. */
export const legalPages = {
  terms: 'Terms',
  returns: 'Shipping and returns',
  privacy: 'Privacy',
} as const;

function isLegal(key: string): key is keyof typeof legalPages {
  return key in legalPages;
}

/** A passage that a page lacks. */
export interface MissingPassage {
  name: string;
  law: string;
}

/** The required passages a page's text lacks; none for pages without requirements. */
export function missingPassages(key: ContentKey, text: string): MissingPassage[] {
  const plain = text.replaceAll('*', '').replaceAll(/\s+/g, ' ');
  return (passages[key] ?? [])
    .filter(({ words }) => !words.every((word) => word.test(plain)))
    .map(({ name, law }) => ({ name, law }));
}

/** A sentence for each required passage that changed pages would lack. */
export function passageFaults(pages: readonly { key: string; now: unknown }[]): string[] {
  return pages.flatMap(({ key, now }) => {
    if (!isLegal(key) || !isRecord(now) || typeof now['text'] !== 'string') return [];
    return missingPassages(key, now['text']).map(
      ({ name, law }) => `${legalPages[key]} lacks ${name} (${law}).`,
    );
  });
}
