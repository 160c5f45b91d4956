import { expect, test } from 'vitest';
import { ApiError } from '#api/http/api-error.ts';
import { previewRefusalText, refusalText } from './refusal-text.ts';

test('only an action that was pressed says that the page has changed or to press again', () => {
  const refused = new ApiError(409, { detail: 'Too much.', facts: { left_pence: 250 } });
  expect(refusalText(refused, [])).toBe(
    `${previewRefusalText(refused, [])} The page now shows the current state.`,
  );
  expect(previewRefusalText(refused, [])).toMatch(/£2\.50 is left\.$/);
  const offline = new ApiError(0);
  expect(refusalText(offline, [])).toContain('Press again');
  expect(previewRefusalText(offline, [])).toBe('No response, so the amount is not known yet.');
});
