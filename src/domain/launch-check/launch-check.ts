import type { CompanyFacts } from '#company';
import { placeholdersIn } from '#company';
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
  /** All products on sale. */
  products: readonly SoldProduct[];
}

function placeholders({ company }: LaunchFacts): LaunchProblem[] {
  return placeholdersIn(company).map((field) => ({
    field: `src/company.ts: ${field}`,
    remedy: 'It is still a placeholder. Fill in the company’s own.',
  }));
}

/** Only a company that is registered for VAT may charge it: https://www.gov.uk/charge-reclaim-record-vat */
function taxWithoutNumber({ company, taxBasisPoints }: LaunchFacts): LaunchProblem[] {
  if (taxBasisPoints === 0 || company.vatNumber !== null) return [];
  return [
    {
      field: 'src/company.ts: vatNumber',
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
      field: 'src/company.ts: euResponsiblePerson',
      remedy:
        'Appoint somebody in the European Union or Northern Ireland who answers for the safety of what is sold there (Regulation (EU) 2023/988, articles 16 and 19).',
    },
  ];
}

/** Each checks one subject. */
const checks: readonly ((facts: LaunchFacts) => LaunchProblem[])[] = [
  placeholders,
  taxWithoutNumber,
  responsiblePerson,
  passages,
  ({ products }) => productProblems(products),
];

/** All launch blockers. */
export function launchProblems(facts: LaunchFacts): LaunchProblem[] {
  return checks.flatMap((check) => check(facts));
}
