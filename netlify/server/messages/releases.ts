import { z } from 'zod';
import { withFacts, type Words } from './messages.ts';

/** States that are not adjectives. */
const stateTexts: Readonly<Record<string, string>> = {
  draft: 'a draft',
  failed: 'one that failed',
};

const Redirect = z.object({ from: z.string(), to: z.string() });

/** Refusals to prepare, publish or undo a release. */
export const releases = {
  changes_invalid: withFacts(z.object({ error: z.string() }), ({ error }) => {
    return `The shop cannot take these changes: ${error}.`;
  }),
  changes_unknown: withFacts(z.object({ parts: z.string() }), ({ parts }) => {
    return `A release cannot change ${parts}.`;
  }),
  content_unknown: withFacts(z.object({ key: z.string() }), ({ key }) => {
    return `The pages have no text called “${key}”.`;
  }),
  edit_changed:
    'You have typed something else here meanwhile, in another tab or on another device.',
  not_allowed: 'First allow what the preview warns about.',
  page_slug_taken: withFacts(z.object({ slug: z.string() }), ({ slug }) => {
    return `Two pages would have the address /${slug}. Give one of them another.`;
  }),
  redirect_chain: withFacts(
    Redirect.extend({ further: z.string() }),
    ({ from, to, further }) =>
      `${from} would redirect to ${to}, which itself redirects to ${further}. Let it lead to ${further}.`,
  ),
  redirect_hides: withFacts(Redirect, ({ from }) => {
    return `The shop itself uses ${from}: a redirect would hide it.`;
  }),
  redirect_loop: withFacts(Redirect, ({ from, to }) => {
    return from === to
      ? `${from} would redirect to itself.`
      : `${from} and ${to} would redirect to each other, without end.`;
  }),
  redirect_nowhere: withFacts(Redirect, ({ from, to }) => {
    return `${from} would redirect to ${to}, where the shop has no page.`;
  }),
  preview_outdated: 'The shop has changed since the preview. Look at it again.',
  release_changed: 'This release has changed in the meantime. Load it again.',
  release_state: withFacts(z.string(), (state) => {
    return `Nothing was done, because this release is ${stateTexts[state] ?? state}.`;
  }),
  release_undone: 'This release has been undone already.',
  release_unknown: 'There is no such release.',
  time_invalid: 'Choose a time in the future, within a year.',
} satisfies Words;
