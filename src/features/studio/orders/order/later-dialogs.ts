import { lazyPart } from '../../kit/lazy-part.tsx';

const money = () => import('./money-dialogs.tsx');
const edits = () => import('./edit-dialogs.tsx');
const returns = () => import('./return-dialogs.tsx');
const packing = () => import('./pack-dialogs.tsx');
const words = () => import('./word-dialogs.tsx');

// Dialogs that few orders need: each is loaded when it is first opened.

export const EditOrderDialog = lazyPart(async () => ({ default: (await edits()).EditOrderDialog }));
export const ReplaceDialog = lazyPart(async () => ({ default: (await edits()).ReplaceDialog }));
export const EmailDialog = lazyPart(async () => ({ default: (await edits()).EmailDialog }));
export const ExchangeDialog = lazyPart(() => import('./ExchangeDialog.tsx'));
export const AddPiecesDialog = lazyPart(() => import('./AddPiecesDialog.tsx'));
export const OrderMessageDialog = lazyPart(() => import('./OrderMessageDialog.tsx'));
export const CreateReturnDialog = lazyPart(async () => ({
  default: (await returns()).CreateReturnDialog,
}));
export const ReceiveReturnDialog = lazyPart(async () => ({
  default: (await returns()).ReceiveReturnDialog,
}));
export const SettleReturnDialog = lazyPart(async () => ({
  default: (await returns()).SettleReturnDialog,
}));
export const RefuseReturnDialog = lazyPart(async () => ({
  default: (await returns()).RefuseReturnDialog,
}));
export const CancelDialog = lazyPart(async () => ({ default: (await money()).CancelDialog }));
export const RefundDialog = lazyPart(async () => ({ default: (await money()).RefundDialog }));
export const RefundAttemptDialog = lazyPart(async () => ({
  default: (await money()).RefundAttemptDialog,
}));
export const RetryPaymentDialog = lazyPart(async () => ({
  default: (await money()).RetryPaymentDialog,
}));
export const SettlePaymentDialog = lazyPart(async () => ({
  default: (await money()).SettlePaymentDialog,
}));
export const ReviewDialog = lazyPart(async () => ({ default: (await money()).ReviewDialog }));
export const EndLinkDialog = lazyPart(() => import('./EndLinkDialog.tsx'));
export const DispatchDialog = lazyPart(async () => ({ default: (await packing()).DispatchDialog }));
export const DeliverDialog = lazyPart(async () => ({ default: (await packing()).DeliverDialog }));
export const UndoDispatchDialog = lazyPart(async () => ({
  default: (await packing()).UndoDispatchDialog,
}));
export const CorrectParcelDialog = lazyPart(async () => ({
  default: (await packing()).CorrectParcelDialog,
}));
export const LabelDialog = lazyPart(async () => ({ default: (await packing()).LabelDialog }));
export const NoteDialog = lazyPart(async () => ({ default: (await words()).NoteDialog }));
export const ResendDialog = lazyPart(async () => ({ default: (await words()).ResendDialog }));
