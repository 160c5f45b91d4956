import { z } from 'zod';

/** What a page is looked at in. Zoom of 400 % leaves a window of 1280 × 1024 with 320 × 256 pixels: WCAG 2.2, 1.4.10. */
export const accessibilityViews = ['wide', 'phone', 'zoomed', 'forced colours'] as const;

/** What axe found no fault with on a page. */
export const CheckedPage = z.object({
  name: z.string().min(1),
  views: z.array(z.enum(accessibilityViews)).min(1),
  axe: z.string(),
  browser: z.string(),
  /** Names of axe's rules that had something to look at, all of which it passed. */
  rules: z.array(z.string()).min(1),
});

/** What `npm run accessibility` has tested, all of it passed; `/accessibility` says it. */
export const AccessibilityResults = z.object({
  tested: z.iso.date(),
  /** What was checked out. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  axe: z.string(),
  browser: z.string(),
  rules: z.array(z.string()).min(1),
  pages: z.array(CheckedPage.pick({ name: true, views: true })).min(1),
  /** What somebody can do from its beginning to its end, and how. */
  journeys: z.array(z.string()).min(1),
});
