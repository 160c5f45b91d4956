import { type CompanyFacts, placeholdersIn } from '#company';
import { failure, fine, type Finding } from './finding.ts';

/** Checks that the company's facts are its own. */
export function checkCompany(facts: CompanyFacts): Finding[] {
  const placeholders = placeholdersIn(facts);
  if (placeholders.length === 0) return [fine('The company’s facts are filled in.')];
  return placeholders.map((field) =>
    failure(`src/company.ts: ${field} is still a placeholder. Fill in the company’s own.`),
  );
}
