import { eachFact, facts } from '#domain/catalogue/product-facts.ts';

/** A valid value of each product fact. */
export const sampleFacts = eachFact(
  // Without underscores, which Markdown escapes.
  (fact) => `The ${fact.replaceAll('_', ' ')} of it`,
  (fact) => facts[fact].most - 7,
);
