import { expect } from 'vitest';

/** The body of a 500: a sentence with the request's id, and the id alone. */
export const failed = {
  detail: expect.stringMatching(/^Something went wrong\. Please try again\. \(Reference [\w-]+\)$/),
  reference: expect.stringMatching(/^[\w-]+$/),
};
