import { lazyNamed, lazyPart } from '../../kit/lazy-part.tsx';

const money = () => import('./money-dialogs.tsx');
const edits = () => import('./edit-dialogs.tsx');
const returns = () => import('./return-dialogs.tsx');
const packing = () => import('./pack-dialogs.tsx');
const words = () => import('./word-dialogs.tsx');

// Dialogs and parts that few orders need: each is loaded when it is first opened.

export const EditOrderDialog = lazyNamed(edits, (part) => part.EditOrderDialog);
export const ReplaceDialog = lazyNamed(edits, (part) => part.ReplaceDialog);
export const EmailDialog = lazyNamed(edits, (part) => part.EmailDialog);
export const ExchangeDialog = lazyPart(() => import('./ExchangeDialog.tsx'));
export const AgreeExchange = lazyPart(() => import('./AgreeExchange.tsx'));
export const OrderLabels = lazyPart(() => import('../dispatch/OrderLabels.tsx'));
export const AddPiecesDialog = lazyPart(() => import('./AddPiecesDialog.tsx'));
export const OrderMessageDialog = lazyPart(() => import('./OrderMessageDialog.tsx'));
export const CreateReturnDialog = lazyNamed(returns, (part) => part.CreateReturnDialog);
export const ReceiveReturnDialog = lazyNamed(returns, (part) => part.ReceiveReturnDialog);
export const SettleReturnDialog = lazyNamed(returns, (part) => part.SettleReturnDialog);
export const RefuseReturnDialog = lazyNamed(returns, (part) => part.RefuseReturnDialog);
export const CancelDialog = lazyNamed(money, (part) => part.CancelDialog);
export const RefundDialog = lazyNamed(money, (part) => part.RefundDialog);
export const RefundAttemptDialog = lazyNamed(money, (part) => part.RefundAttemptDialog);
export const RetryPaymentDialog = lazyNamed(money, (part) => part.RetryPaymentDialog);
export const SettlePaymentDialog = lazyNamed(money, (part) => part.SettlePaymentDialog);
export const HandOverDialog = lazyNamed(money, (part) => part.HandOverDialog);
export const ReviewDialog = lazyNamed(money, (part) => part.ReviewDialog);
export const EndLinkDialog = lazyPart(() => import('./EndLinkDialog.tsx'));
export const DispatchDialog = lazyNamed(packing, (part) => part.DispatchDialog);
export const DeliverDialog = lazyNamed(packing, (part) => part.DeliverDialog);
export const UndoDispatchDialog = lazyNamed(packing, (part) => part.UndoDispatchDialog);
export const CorrectParcelDialog = lazyNamed(packing, (part) => part.CorrectParcelDialog);
export const LabelDialog = lazyNamed(packing, (part) => part.LabelDialog);
export const NoteDialog = lazyNamed(words, (part) => part.NoteDialog);
export const ResendDialog = lazyNamed(words, (part) => part.ResendDialog);
