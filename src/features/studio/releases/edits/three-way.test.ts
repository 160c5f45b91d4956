import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled, threeWay } from './three-way.ts';

const form = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', 'x', 'y', 'z'))
  .map((fields) => new Map(Object.entries(fields)));

test('no change of either side is lost, whichever values are chosen', () => {
  fc.assert(
    fc.property(form, form, form, fc.subarray(['a', 'b', 'c']), (base, mine, theirs, chosen) => {
      const { merged, clashes } = threeWay(base, mine, theirs);
      const fields = settled(merged, clashes, new Set(chosen));
      const clashing = new Map(clashes.map(({ field }) => [field, chosen.includes(field)]));
      for (const field of ['a', 'b', 'c']) {
        const [before, here, there] = [base.get(field), mine.get(field), theirs.get(field)];
        const isBoth = here !== before && there !== before && here !== there;
        expect(clashing.has(field)).toBe(isBoth);
        const other = clashing.get(field) ?? here === before;
        expect(fields.get(field)).toBe(other ? there : here);
      }
    }),
    { seed: 16 },
  );
});
