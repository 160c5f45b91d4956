import type { ReactNode } from 'react';
import { orderDate } from '#domain/orders/order.ts';
import { FocusedHeading } from './FocusedHeading.tsx';

interface Props {
  order: number;
  /** ISO 8601 date-time. */
  createdAt: string;
  /** The declaration's text. */
  declaration: ReactNode;
  effects: readonly string[];
  /** The receipt's address. */
  email: string;
  busy: boolean;
  problem: string;
  onConfirm: () => void;
  onBack: () => void;
  /** Between the two buttons. */
  children?: ReactNode;
}

/** The second step: the declaration, and the button that submits it. */
export function Question(props: Props) {
  const { order, createdAt, declaration, effects, email, busy, problem, onConfirm, onBack } = props;
  return (
    <div className="grid max-w-prose gap-4">
      <FocusedHeading>
        Order {order} of {orderDate(createdAt)}
      </FocusedHeading>
      {declaration}
      <ul className="list-disc pl-4">
        {effects.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>
        The receipt goes to <span className="wrap-anywhere">{email}</span>.
      </p>
      <div className="grid max-w-md gap-3">
        <button type="button" className="button w-full" aria-busy={busy} onClick={onConfirm}>
          Confirm withdrawal
        </button>
        {props.children}
        <button type="button" className="button-quiet w-full" disabled={busy} onClick={onBack}>
          Back
        </button>
        <output className="block min-h-8">
          {problem !== '' && <span className="message-error">{problem}</span>}
        </output>
      </div>
    </div>
  );
}
