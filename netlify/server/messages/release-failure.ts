import { z } from 'zod';
import { refusalText } from './refusal-text.ts';

/** The reason that a release was not published at its time (`releases.failure`), in words for staff. */
export const FailureText = z
  .object({
    reason: z.string().optional(),
    facts: z.json().optional(),
    /** PostgreSQL's message, where no function of ours refused. */
    error: z.string().optional(),
    /** New products added ahead of the release and bought before they were removed again. */
    archived: z.array(z.string()).optional(),
  })
  .transform(({ reason = '', facts, error, archived }) => {
    const sentences = [
      error === undefined
        ? refusalText({ reason, facts }, 'staff')
        : `The shop could not publish it: ${error}.`,
    ];
    if (archived) sentences.push('The release’s new products have been removed again.');
    if (archived && archived.length > 0) {
      sentences.push(`Bought before that, so archived: ${archived.join(', ')}.`);
    }
    return sentences.join(' ');
  });

/** A release from SQL, with its failure in words. */
export const ReleaseInWords = z.looseObject({ failure: FailureText.nullable() });

/** A list of releases from SQL, with their failures in words. */
export const ReleasesInWords = z.looseObject({ releases: z.array(ReleaseInWords) });
