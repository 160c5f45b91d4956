import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { StaffCall } from '#domain/contracts/staff-call.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import type { DialogFrame } from '../../kit/form/ContractDialog.tsx';
import { type ContractSettings, useContractForm } from '../../kit/form/use-contract-form.ts';
import { refusalText } from './refusal-text.ts';

/** Props of every dialog about an order. */
export interface OrderFrame extends DialogFrame {
  order: StaffOrder;
}

/** Opens a dialog about the order. */
export type Open = (dialog: (frame: OrderFrame) => ReactNode) => void;

/** The form of a call about an order. Its errors name what has changed since the page loaded. */
export function useOrderForm<Input extends z.ZodType, Answer extends z.ZodType>(
  call: StaffCall<Input, Answer>,
  { lines }: Pick<StaffOrder, 'lines'>,
  settings: ContractSettings<Input, Answer, 'event'>,
) {
  return useContractForm(call, {
    changes: ['order', 'orders'],
    textOf: (error) => refusalText(error, lines),
    ...settings,
  });
}
