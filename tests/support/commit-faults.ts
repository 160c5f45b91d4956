/** Conventions of commit subjects; CONTRIBUTING.md describes them. */

const LONGEST = 72;

/** Openings of statements ("The price is…"), not of instructions ("Cache the price list"). */
const openers =
  /^(?:an?|the|its?|this|that|these|those|there|no|not|now|all|some|each|every|only|also|and|but|or|in|on|at|for|with|of|to|when|where|what(?:ever)?|who(?:ever)?|how|nothing|everything|anybody|nobody)\b/i;
/** Nouns in the plural, past tenses and participles. */
const inflected =
  /^(?!focus\b|bias\b)\p{L}+(?:[^su]s['’]?|(?<!\b\p{L}{1,3}e)ed|(?<!\b\p{L}{1,3})ing|['’]s)\b(?!-)/iu;
/** A finite verb as the second word makes the first one its subject. */
const statement = /^\S+ (?:is|are|was|were|has|have|had|can|may|must|will|no longer)\b/;

/** Faults of a commit's subject; none in those that git writes for merges and reverts. */
export function commitFaults(subject: string): string[] {
  if (/^(?:Merge |Revert ")/.test(subject)) return [];
  return [
    subject.length > LONGEST && `longer than ${LONGEST} characters`,
    !/^\p{Lu}/u.test(subject) && 'begins without a capital letter',
    subject.endsWith('.') && 'ends with a full stop',
    (openers.test(subject) || inflected.test(subject) || statement.test(subject)) &&
      'is not an instruction such as “Cache the price list”',
  ].filter((fault) => fault !== false);
}
