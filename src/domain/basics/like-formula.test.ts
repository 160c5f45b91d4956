import { expect, test } from 'vitest';
import { isLikeFormula } from './like-formula.ts';

test.each([
  '=HYPERLINK("//evil.example")',
  "'＝1+1",
  '1 High Street\n  @SUM(A1)\nLeeds',
  '-2+A1',
  '+44 20+HYPERLINK(1)',
])('%j begins like a formula', (text) => expect(isLikeFormula(text)).toBe(true));

test.each([
  'Ada O’Brien-Smith',
  "'t Hooft",
  '+44 (0)7700 900123',
  '+353 1 234 5678 ext. 12',
  '+44 20 7946 0000 or +44 7700 900123',
  '(020) 7946-0000',
  '12-14 High Street\nFlat 2 @ Mill House',
])('%j does not', (text) => expect(isLikeFormula(text)).toBe(false));
