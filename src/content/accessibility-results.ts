import { AccessibilityResults } from '#domain/accessibility-results.ts';
import file from './accessibility-results.json' with { type: 'json' };

/** What the accessibility statement rests on; a build fails where the file is not as it should be. */
export const accessibilityResults = AccessibilityResults.parse(file);
