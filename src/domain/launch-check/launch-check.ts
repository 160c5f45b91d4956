import type { CompanyFacts } from '#brand/company.ts';
import { placeholdersIn } from '#brand/company.ts';
import { claimsText } from '../catalogue/environmental-claims.ts';
import type { LaunchProblem } from './launch-problem.ts';
import { productProblems, type SoldProduct } from './product-problems.ts';
import { legalPages, missingPassages } from './required-passages.ts';

/** The facts checked before launch. */
export interface LaunchFacts {
  company: CompanyFacts;
  /** The legal texts in the database, as Markdown. */
  texts: Readonly<Record<'terms' | 'returns' | 'privacy', string>>;
  /** The highest tax rate of any zone, in basis points (hundredths of a per cent). */
  taxBasisPoints: number;
  /** Path of the EU's official notice on the legal guarantee (`officialNotice`). */
  guaranteeNotice: string | null;
  /** Whether the shop has decided who pays duties; omitted if the caller may not read it. */
  dutiesDecided?: boolean;
  /**
   * Texts without a proof of environmental words, by the name of their place; omitted in builds, which such words
   * must not stop.
   */
  unproven?: Readonly<Record<string, string>>;
  /** All products on sale. */
  products: readonly SoldProduct[];
}

function placeholders({ company }: LaunchFacts): LaunchProblem[] {
  return placeholdersIn(company).map((field) => ({
    field: `src/brand/company.ts: ${field}`,
    remedy: 'It is still a placeholder. Fill in the company’s own.',
  }));
}

/** Only a company that is registered for VAT may charge it: https://www.gov.uk/charge-reclaim-record-vat */
function taxWithoutNumber({ company, taxBasisPoints }: LaunchFacts): LaunchProblem[] {
  if (taxBasisPoints === 0 || company.vatNumber !== null) return [];
  return [
    {
      field: 'src/brand/company.ts: vatNumber',
      remedy: `The shop charges ${taxBasisPoints / 100} % tax. Fill in the VAT number, or set the tax to 0.`,
    },
  ];
}

function passages({ texts }: LaunchFacts): LaunchProblem[] {
  return (['terms', 'returns', 'privacy'] as const).flatMap((key) =>
    missingPassages(key, texts[key]).map(({ name, law }) => ({
      field: `${legalPages[key]}: ${name}`,
      remedy: `The text lacks it (${law}). Put it back in the studio under Pages → ${legalPages[key]}.`,
    })),
  );
}

/** Offers to the European Union and Northern Ireland must name a responsible person there. */
function responsiblePerson({ company }: LaunchFacts): LaunchProblem[] {
  if (company.euResponsiblePerson !== null) return [];
  return [
    {
      field: 'src/brand/company.ts: euResponsiblePerson',
      remedy:
        'Appoint somebody in the European Union or Northern Ireland who answers for the safety of what is sold there (Regulation (EU) 2023/988, articles 16 and 19).',
    },
  ];
}

/** Shoppers in the European Union must see the official notice, of which only the words are here. */
function guaranteeNotices({ guaranteeNotice }: LaunchFacts): LaunchProblem[] {
  if (guaranteeNotice !== null) return [];
  return [
    {
      field: 'src/domain/catalogue/eu-guarantee.ts: officialNotice',
      remedy:
        'Put the European Union’s notice on the legal guarantee into public, unchanged, and name it there (Implementing Regulation (EU) 2025/1960, annex I).',
    },
  ];
}

function undecidedDuties({ dutiesDecided }: LaunchFacts): LaunchProblem[] {
  if (dutiesDecided !== false) return [];
  return [
    {
      field: 'Countries: who pays duties and taxes',
      remedy:
        'Decide for each country whether you pay, the shopper pays, or you do not sell there: in the studio under Settings, then press Save.',
    },
  ];
}

function claims({ unproven = {} }: LaunchFacts): LaunchProblem[] {
  return Object.entries(unproven).flatMap(([place, text]) => {
    const found = claimsText(text);
    return found === undefined ? [] : [{ field: `${place}, environmental words`, remedy: found }];
  });
}

/** Each checks one subject. */
const checks: readonly ((facts: LaunchFacts) => LaunchProblem[])[] = [
  placeholders,
  taxWithoutNumber,
  responsiblePerson,
  guaranteeNotices,
  undecidedDuties,
  passages,
  claims,
  ({ products }) => productProblems(products),
];

/** All launch blockers. */
export function launchProblems(facts: LaunchFacts): LaunchProblem[] {
  return checks.flatMap((check) => check(facts));
}
