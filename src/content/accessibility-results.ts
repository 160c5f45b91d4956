import { AccessibilityResults } from '#domain/browsing/accessibility-results.ts';
import file from './accessibility-results.json' with { type: 'json' };

/** The results behind the accessibility statement; an invalid file fails the build. */
export const accessibilityResults = AccessibilityResults.parse(file);
