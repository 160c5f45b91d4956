import { useQuery } from '@tanstack/react-query';
import { findDeadLinks } from '#domain/contracts/staff-content.ts';
import { staffQuery } from './staff-query.ts';
import { useSettled } from './use-settled.ts';

/**
 * Warning of links to paths where the shop has no page now, by the rule that publishing warns by; undefined without any.
 * @param value a text in Markdown, or a link.
 */
export function useDeadLinks(value: { text: string } | { link: string }): string | undefined {
  const settled = useSettled(JSON.stringify(value));
  const { data = [] } = useQuery(
    staffQuery(['dead-links', settled], findDeadLinks, JSON.parse(settled), {
      // Addresses elsewhere are not asked for.
      enabled: /["(<:\s]\//.test(settled),
    }),
  );
  return data.length === 0 ? undefined : `The shop has no page at ${data.join(', ')}.`;
}

/** Warnings of one field as one text; undefined without any. */
export function warningsOf(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter(Boolean).join(' ') || undefined;
}
