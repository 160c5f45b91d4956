import type { ReactNode } from 'react';
import type { StaffAct } from '#domain/enums.ts';
import { Button } from '../../kit/Button.tsx';
import { useMay } from '../../kit/may.ts';
import type { Open } from './use-order-form.ts';

/** An action and the act that it needs; false while it is not possible. */
export type PartAction =
  | readonly [act: StaffAct, text: string, dialog: Parameters<Open>[0]]
  | false
  | undefined;

interface ActProps {
  of: PartAction;
  /** Completes the accessible name where several buttons have the same text. */
  about?: string | undefined;
  open: Open;
}

/** A button of an action, for users who may take it. */
export function ActButton({ of, about, open }: ActProps) {
  const may = useMay();
  if (!of || !may(of[0])) return null;
  const [, text, dialog] = of;
  return (
    <Button look="small" opensDialog onClick={() => open(dialog)}>
      {text}
      {about !== undefined && <span className="sr-only"> {about}</span>}
    </Button>
  );
}

interface Props extends Omit<ActProps, 'of'> {
  acts: readonly PartAction[];
  /** Shown before the buttons. */
  children?: ReactNode;
}

/** The buttons of a section's actions. */
export function ActButtons({ acts, about, open, children }: Props) {
  return (
    <div className="order-acts">
      {children}
      {acts.map((of) => of && <ActButton key={of[1]} of={of} about={about} open={open} />)}
    </div>
  );
}
