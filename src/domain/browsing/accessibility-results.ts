import { z } from 'zod';

/**
 * The conditions each page is checked in. 400 % zoom turns a 1280 × 1024 window into 320 × 256 CSS
 * pixels: WCAG 2.2, 1.4.10.
 */
export const accessibilityViews = ['wide', 'phone', 'zoomed', 'forced colours'] as const;

/** A page on which axe found no violation. */
export const CheckedPage = z.object({
  name: z.string().min(1),
  views: z.array(z.enum(accessibilityViews)).min(1),
  axe: z.string(),
  browser: z.string(),
  /** The axe rules that applied to the page; it passed them all. */
  rules: z.array(z.string()).min(1),
});

/** The checks of `npm run accessibility`, all passed, as reported on `/accessibility`. */
export const AccessibilityResults = z.object({
  tested: z.iso.date(),
  /** The commit that was tested. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  axe: z.string(),
  browser: z.string(),
  rules: z.array(z.string()).min(1),
  pages: z.array(CheckedPage.pick({ name: true, views: true })).min(1),
  /** Complete tasks that were tested, and by which means. */
  journeys: z.array(z.string()).min(1),
});
