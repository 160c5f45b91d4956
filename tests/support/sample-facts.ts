import { eachFact, facts } from '#domain/product-facts.ts';

/** A valid value of each product fact. */
export const sampleFacts = eachFact(
  (fact) => `The ${fact} of it`,
  (fact) => facts[fact].most - 7,
);
