import type { ComponentProps } from 'react';
import { useDeadLinks, warningsOf } from '../use-dead-links.ts';
import { TextField } from './TextField.tsx';

/** Hint of a field for a link. */
export const linkHint = 'A path in the shop such as /all-products, or an https:// address.';

interface Props extends Omit<ComponentProps<typeof TextField>, 'warning'> {
  warning?: string | undefined;
}

/** A field for a link, with a warning of paths where the shop has no page. */
export function LinkField({ warning, ...field }: Props) {
  const dead = useDeadLinks({ link: field.value.trim() });
  return <TextField hint={linkHint} {...field} warning={warningsOf(dead, warning)} />;
}
