import type { Config } from '@netlify/functions';
import { getComplaints, answerComplaint } from '#domain/wire/complaints.ts';
import { getCatalogue } from '#domain/wire/staff-catalogue.ts';
import { getContent } from '#domain/wire/staff-content.ts';
import {
  dispatchParcels,
  changeParcel,
  correctLabel,
  addNote,
  resendMail,
} from '#domain/wire/staff-dispatch.ts';
import { getExport, sendTracking } from '#domain/wire/staff-exports.ts';
import {
  getMailings,
  changeMailing,
  getSubscribers,
  removeSubscriber,
} from '#domain/wire/staff-mailings.ts';
import { getMe, confirmLogin } from '#domain/wire/staff-me.ts';
import { cancelItems, refundOrder, decideRefund, decideReview } from '#domain/wire/staff-money.ts';
import {
  getOrders,
  getOrder,
  getOrdersForPrint,
  getReturnPhotos,
} from '#domain/wire/staff-orders.ts';
import { getProductOrder } from '#domain/wire/staff-product-order.ts';
import {
  getReleases,
  getRelease,
  changeRelease,
  getPublishing,
} from '#domain/wire/staff-releases.ts';
import { changeReturn } from '#domain/wire/staff-return.ts';
import { changeSecondFactor } from '#domain/wire/staff-second-factor.ts';
import { getHealth } from '#domain/wire/health.ts';
import { getTaxes, changeTaxes } from '#domain/wire/staff-taxes.ts';
import { area } from '#server/area.ts';
import { staff } from '#server/staff/staff-route.ts';

export const config: Config = { path: '/api/staff/*' };

/** All studio calls except those that read or write files. */
export default area(
  staff(getMe, async () => (await import('#server/staff/me.ts')).readMe),
  staff(confirmLogin, async () => (await import('#server/staff/confirm-login.ts')).confirmLogin),
  staff(
    changeSecondFactor,
    async () => (await import('#server/staff/second-factor.ts')).changeSecondFactor,
  ),
  staff(getOrders, async () => (await import('#server/staff/staff-orders.ts')).readStaffOrders),
  staff(getOrder, async () => (await import('#server/staff/staff-orders.ts')).readStaffOrder),
  staff(
    getOrdersForPrint,
    async () => (await import('#server/staff/staff-orders.ts')).readOrdersForPrint,
  ),
  staff(
    getReturnPhotos,
    async () => (await import('#server/staff/return-photos.ts')).readReturnPhotos,
  ),
  staff(dispatchParcels, async () => (await import('#server/staff/dispatch.ts')).dispatchParcels),
  staff(changeParcel, async () => (await import('#server/staff/dispatch.ts')).changeParcel),
  staff(correctLabel, async () => (await import('#server/staff/dispatch.ts')).correctLabel),
  staff(addNote, async () => (await import('#server/staff/dispatch.ts')).addNote),
  staff(resendMail, async () => (await import('#server/staff/dispatch.ts')).resendMail),
  staff(getExport, async () => (await import('#server/staff/exports.ts')).exportedFile),
  staff(sendTracking, async () => (await import('#server/staff/take-tracking.ts')).takeTracking),
  staff(changeReturn, async () => (await import('#server/staff/change-return.ts')).changeReturn),
  staff(cancelItems, async () => (await import('#server/staff/move-money.ts')).cancelItems),
  staff(refundOrder, async () => (await import('#server/staff/move-money.ts')).refundPieces),
  staff(decideRefund, async () => (await import('#server/staff/move-money.ts')).decideRefund),
  staff(decideReview, async () => (await import('#server/staff/move-money.ts')).decideReview),
  staff(
    getCatalogue,
    async () => (await import('#server/staff/staff-catalogue.ts')).readStaffCatalogue,
  ),
  staff(
    getProductOrder,
    async () => (await import('#server/staff/product-order.ts')).readProductOrder,
  ),
  staff(getContent, async () => (await import('#server/staff/content.ts')).readContent),
  staff(getReleases, async () => (await import('#server/staff/release-history.ts')).listReleases),
  staff(getRelease, async () => (await import('#server/staff/release-history.ts')).readRelease),
  staff(changeRelease, async () => (await import('#server/staff/releases.ts')).changeRelease),
  staff(
    getPublishing,
    async () => (await import('#server/staff/release-history.ts')).readPublishing,
  ),
  staff(getMailings, async () => (await import('#server/staff/mailings.ts')).readMailings),
  staff(changeMailing, async () => (await import('#server/staff/mailings.ts')).changeMailing),
  staff(getSubscribers, async () => (await import('#server/staff/subscribers.ts')).readSubscribers),
  staff(
    removeSubscriber,
    async () => (await import('#server/staff/subscribers.ts')).removeSubscriber,
  ),
  staff(getComplaints, async () => (await import('#server/staff/complaints.ts')).readComplaints),
  staff(answerComplaint, async () => (await import('#server/staff/complaints.ts')).answerComplaint),
  staff(getHealth, async () => (await import('#server/staff/health.ts')).staffHealth),
  staff(getTaxes, async () => (await import('#server/staff/taxes.ts')).readTaxes),
  staff(changeTaxes, async () => (await import('#server/staff/taxes.ts')).changeTaxes),
);
