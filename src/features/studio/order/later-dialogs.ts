import { lazy } from 'react';

const money = () => import('./money-dialogs.tsx');
const edits = () => import('./edit-dialogs.tsx');
const returns = () => import('./return-dialogs.tsx');

// Dialogs that few orders need: each is loaded when it is first opened.

export const EditOrderDialog = lazy(async () => ({ default: (await edits()).EditOrderDialog }));
export const ReplaceDialog = lazy(async () => ({ default: (await edits()).ReplaceDialog }));
export const EmailDialog = lazy(async () => ({ default: (await edits()).EmailDialog }));
export const ExchangeDialog = lazy(() => import('./ExchangeDialog.tsx'));
export const AddPiecesDialog = lazy(() => import('./AddPiecesDialog.tsx'));
export const OrderMessageDialog = lazy(() => import('./OrderMessageDialog.tsx'));
export const CreateReturnDialog = lazy(async () => ({
  default: (await returns()).CreateReturnDialog,
}));
export const ReceiveReturnDialog = lazy(async () => ({
  default: (await returns()).ReceiveReturnDialog,
}));
export const SettleReturnDialog = lazy(async () => ({
  default: (await returns()).SettleReturnDialog,
}));
export const RefuseReturnDialog = lazy(async () => ({
  default: (await returns()).RefuseReturnDialog,
}));
export const CancelDialog = lazy(async () => ({ default: (await money()).CancelDialog }));
export const RefundDialog = lazy(async () => ({ default: (await money()).RefundDialog }));
export const RefundAttemptDialog = lazy(async () => ({
  default: (await money()).RefundAttemptDialog,
}));
export const RetryPaymentDialog = lazy(async () => ({
  default: (await money()).RetryPaymentDialog,
}));
export const SettlePaymentDialog = lazy(async () => ({
  default: (await money()).SettlePaymentDialog,
}));
export const ReviewDialog = lazy(async () => ({ default: (await money()).ReviewDialog }));
export const EndLinkDialog = lazy(() => import('./EndLinkDialog.tsx'));
