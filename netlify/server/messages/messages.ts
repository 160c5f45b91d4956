import type { z } from 'zod';

/** A sentence, or a function that makes one from a refusal's facts. */
export type Sentence = string | ((facts: unknown) => string);

/** Separate sentences for readers who can act differently. */
interface ByReader {
  staff: Sentence;
  shopper: Sentence;
}

/** Sentences by the reason that SQL raises (`hint`). */
export type Words = Readonly<Record<string, Sentence | ByReader>>;

/** A sentence with a refusal's facts in it. @param shape schema of the facts (`detail` of the error). */
export function withFacts<Facts>(
  shape: z.ZodType<Facts>,
  sentence: (facts: Facts) => string,
): Sentence {
  return (facts) => sentence(shape.parse(facts));
}
