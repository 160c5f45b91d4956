import type { Config } from '@netlify/functions';
import { getComplaints, answerComplaint } from '#domain/contracts/complaints.ts';
import {
  answerReview,
  getReviews,
  hideReview,
  showReview,
} from '#domain/contracts/staff-reviews.ts';
import { getActivity } from '#domain/contracts/staff-activity.ts';
import { getCatalogue } from '#domain/contracts/staff-catalogue.ts';
import { getCategories, previewRule } from '#domain/contracts/staff-categories.ts';
import { findDeadLinks, getContent } from '#domain/contracts/staff-content.ts';
import {
  addCustomerNote,
  eraseCustomer,
  exportCustomer,
  getCustomer,
  getCustomers,
  mergeCustomers,
} from '#domain/contracts/staff-customers.ts';
import {
  dispatchParcels,
  undoDispatch,
  deliverOrders,
  deliverParcel,
  correctParcel,
  correctLabel,
  sendApart,
  correctEmail,
  addNote,
  resendMail,
} from '#domain/contracts/staff-dispatch.ts';
import { buyLabels, getLabels, quoteLabels, voidLabel } from '#domain/contracts/staff-labels.ts';
import { cancelDraw, getDraw, planDraw } from '#domain/contracts/staff-draws.ts';
import { getEdits, saveEdit } from '#domain/contracts/staff-edits.ts';
import { getFigures } from '#domain/contracts/staff-figures.ts';
import { getPayouts } from '#domain/contracts/staff-payouts.ts';
import { fileQuarter, getQuarters } from '#domain/contracts/staff-quarters.ts';
import { getVisits } from '#domain/contracts/staff-visits.ts';
import { getExport, sendTracking } from '#domain/contracts/staff-exports.ts';
import {
  adjustStock,
  closeDelivery,
  expectDelivery,
  getColourStock,
  getScanned,
  getStock,
  limitStock,
} from '#domain/contracts/staff-inventory.ts';
import {
  getMailings,
  saveMailing,
  testMailing,
  sendMailing,
  haltMailing,
  getSubscribers,
  removeSubscriber,
  getCartReminders,
  remindOfCarts,
} from '#domain/contracts/staff-mailings.ts';
import { getGiftCards, giveCredit, renewGiftCard } from '#domain/contracts/staff-gift-cards.ts';
import { getMe, confirmLogin } from '#domain/contracts/staff-me.ts';
import {
  getTemplates,
  removeTemplate,
  saveTemplate,
  sendMessage,
} from '#domain/contracts/staff-messages.ts';
import {
  cancelItems,
  foresee,
  refundOrder,
  retryRefund,
  giveUpRefund,
  handOverRefund,
  retryPayment,
  settlePayment,
  closeSurplus,
  decideReview,
  editOrder,
  exchangeItems,
  replaceItems,
} from '#domain/contracts/staff-money.ts';
import {
  getOrders,
  getOrder,
  getOrdersForPrint,
  getReturnPhotos,
} from '#domain/contracts/staff-orders.ts';
import { getProductOrder } from '#domain/contracts/staff-product-order.ts';
import {
  getReleases,
  getRelease,
  saveRelease,
  previewRelease,
  publishRelease,
  scheduleRelease,
  unscheduleRelease,
  discardRelease,
  previewUndo,
  undoRelease,
  getPublishing,
} from '#domain/contracts/staff-releases.ts';
import {
  askReturn,
  receiveReturn,
  settleReturn,
  refuseReturn,
} from '#domain/contracts/staff-return.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  giveSecondFactor,
  removeSecondFactor,
} from '#domain/contracts/staff-second-factor.ts';
import { getHealth } from '#domain/contracts/health.ts';
import {
  extendDiscount,
  getDiscounts,
  getWelcome,
  makeCodes,
  makeDiscount,
  offerWelcome,
  pauseDiscount,
} from '#domain/contracts/staff-discounts.ts';
import { openLink, endLink, giveAway, sellInHand } from '#domain/contracts/staff-sales.ts';
import { getSettings, changeSettings } from '#domain/contracts/staff-settings.ts';
import { changeTeam, getTeam } from '#domain/contracts/staff-team.ts';
import { area } from '#server/area.ts';
import { staff } from '#server/staff/staff-route.ts';

export const config: Config = { path: '/api/staff/*' };

/** All studio calls except those that read or write files. */
export default area(
  staff(getMe, async () => (await import('#server/staff/me.ts')).readMe),
  staff(confirmLogin, async () => (await import('#server/staff/confirm-login.ts')).confirmLogin),
  staff(
    beginSecondFactor,
    async () => (await import('#server/staff/second-factor.ts')).beginSecondFactor,
  ),
  staff(
    confirmSecondFactor,
    async () => (await import('#server/staff/second-factor.ts')).confirmSecondFactor,
  ),
  staff(
    giveSecondFactor,
    async () => (await import('#server/staff/second-factor.ts')).giveSecondFactor,
  ),
  staff(
    removeSecondFactor,
    async () => (await import('#server/staff/second-factor.ts')).removeSecondFactor,
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
  staff(undoDispatch, async () => (await import('#server/staff/dispatch.ts')).undoDispatch),
  staff(deliverOrders, async () => (await import('#server/staff/dispatch.ts')).deliverOrders),
  staff(deliverParcel, async () => (await import('#server/staff/dispatch.ts')).deliverParcel),
  staff(correctParcel, async () => (await import('#server/staff/dispatch.ts')).correctParcel),
  staff(correctLabel, async () => (await import('#server/staff/dispatch.ts')).correctLabel),
  staff(quoteLabels, async () => (await import('#server/staff/labels.ts')).quoteLabels),
  staff(buyLabels, async () => (await import('#server/staff/labels.ts')).buyLabels),
  staff(getLabels, async () => (await import('#server/staff/labels.ts')).readLabels),
  staff(voidLabel, async () => (await import('#server/staff/labels.ts')).voidLabel),
  staff(sendApart, async () => (await import('#server/staff/dispatch.ts')).sendApart),
  staff(correctEmail, async () => (await import('#server/staff/dispatch.ts')).correctEmail),
  staff(addNote, async () => (await import('#server/staff/dispatch.ts')).addNote),
  staff(resendMail, async () => (await import('#server/staff/dispatch.ts')).resendMail),
  staff(
    getCartReminders,
    async () => (await import('#server/staff/cart-reminders.ts')).readReminders,
  ),
  staff(remindOfCarts, async () => (await import('#server/staff/cart-reminders.ts')).remindOfCarts),
  staff(getWelcome, async () => (await import('#server/staff/welcome-offer.ts')).readWelcome),
  staff(offerWelcome, async () => (await import('#server/staff/welcome-offer.ts')).offerWelcome),
  staff(getVisits, async () => (await import('#server/staff/visits.ts')).readVisits),
  staff(getFigures, async () => (await import('#server/staff/figures.ts')).readFigures),
  staff(getPayouts, async () => (await import('#server/staff/payouts.ts')).readPayouts),
  staff(getQuarters, async () => (await import('#server/staff/quarters.ts')).readQuarters),
  staff(fileQuarter, async () => (await import('#server/staff/quarters.ts')).fileQuarter),
  staff(getExport, async () => (await import('#server/staff/exports.ts')).exportedFile),
  staff(sendTracking, async () => (await import('#server/staff/take-tracking.ts')).takeTracking),
  staff(askReturn, async () => (await import('#server/staff/change-return.ts')).askReturn),
  staff(receiveReturn, async () => (await import('#server/staff/change-return.ts')).receiveReturn),
  staff(settleReturn, async () => (await import('#server/staff/change-return.ts')).settleReturn),
  staff(refuseReturn, async () => (await import('#server/staff/change-return.ts')).refuseReturn),
  staff(foresee, async () => (await import('#server/staff/move-money.ts')).foresee),
  staff(cancelItems, async () => (await import('#server/staff/move-money.ts')).cancelItems),
  staff(refundOrder, async () => (await import('#server/staff/move-money.ts')).refundPieces),
  staff(retryRefund, async () => (await import('#server/staff/move-money.ts')).retryRefund),
  staff(giveUpRefund, async () => (await import('#server/staff/move-money.ts')).giveUpRefund),
  staff(handOverRefund, async () => (await import('#server/staff/move-money.ts')).handOverRefund),
  staff(retryPayment, async () => (await import('#server/staff/move-money.ts')).retryPayment),
  staff(settlePayment, async () => (await import('#server/staff/move-money.ts')).settlePayment),
  staff(closeSurplus, async () => (await import('#server/staff/move-money.ts')).closeSurplus),
  staff(editOrder, async () => (await import('#server/staff/move-money.ts')).editOrder),
  staff(exchangeItems, async () => (await import('#server/staff/move-money.ts')).exchangeItems),
  staff(replaceItems, async () => (await import('#server/staff/move-money.ts')).replaceItems),
  staff(openLink, async () => (await import('#server/staff/sales.ts')).openLink),
  staff(endLink, async () => (await import('#server/staff/sales.ts')).endLink),
  staff(sellInHand, async () => (await import('#server/staff/sales.ts')).sellInHand),
  staff(giveAway, async () => (await import('#server/staff/sales.ts')).giveAway),
  staff(decideReview, async () => (await import('#server/staff/move-money.ts')).decideReview),
  staff(getCustomers, async () => (await import('#server/staff/customers.ts')).readCustomers),
  staff(getCustomer, async () => (await import('#server/staff/customers.ts')).readCustomer),
  staff(addCustomerNote, async () => (await import('#server/staff/customers.ts')).addCustomerNote),
  staff(exportCustomer, async () => (await import('#server/staff/customers.ts')).exportCustomer),
  staff(eraseCustomer, async () => (await import('#server/staff/customers.ts')).eraseCustomer),
  staff(mergeCustomers, async () => (await import('#server/staff/customers.ts')).mergeCustomers),
  staff(getTemplates, async () => (await import('#server/staff/messages.ts')).readTemplates),
  staff(saveTemplate, async () => (await import('#server/staff/messages.ts')).saveTemplate),
  staff(removeTemplate, async () => (await import('#server/staff/messages.ts')).removeTemplate),
  staff(sendMessage, async () => (await import('#server/staff/messages.ts')).sendMessage),
  staff(getActivity, async () => (await import('#server/staff/activity.ts')).readActivity),
  staff(getScanned, async () => (await import('#server/staff/inventory.ts')).readScanned),
  staff(getStock, async () => (await import('#server/staff/inventory.ts')).readStock),
  staff(getColourStock, async () => (await import('#server/staff/inventory.ts')).readColourStock),
  staff(adjustStock, async () => (await import('#server/staff/inventory.ts')).adjustStock),
  staff(limitStock, async () => (await import('#server/staff/inventory.ts')).limitStock),
  staff(expectDelivery, async () => (await import('#server/staff/inventory.ts')).expectDelivery),
  staff(closeDelivery, async () => (await import('#server/staff/inventory.ts')).closeDelivery),
  staff(
    getCatalogue,
    async () => (await import('#server/staff/staff-catalogue.ts')).readStaffCatalogue,
  ),
  staff(getDraw, async () => (await import('#server/staff/draws.ts')).readDraw),
  staff(planDraw, async () => (await import('#server/staff/draws.ts')).planDraw),
  staff(cancelDraw, async () => (await import('#server/staff/draws.ts')).cancelDraw),
  staff(
    getCategories,
    async () => (await import('#server/staff/staff-categories.ts')).readStaffCategories,
  ),
  staff(previewRule, async () => (await import('#server/staff/staff-categories.ts')).previewRule),
  staff(
    getProductOrder,
    async () => (await import('#server/staff/product-order.ts')).readProductOrder,
  ),
  staff(getContent, async () => (await import('#server/staff/content.ts')).readContent),
  staff(findDeadLinks, async () => (await import('#server/staff/content.ts')).findDeadLinks),
  staff(getEdits, async () => (await import('#server/staff/edits.ts')).readEdits),
  staff(saveEdit, async () => (await import('#server/staff/edits.ts')).saveEdit),
  staff(getReleases, async () => (await import('#server/staff/release-history.ts')).listReleases),
  staff(getRelease, async () => (await import('#server/staff/release-history.ts')).readRelease),
  staff(saveRelease, async () => (await import('#server/staff/releases.ts')).saveRelease),
  staff(previewRelease, async () => (await import('#server/staff/releases.ts')).previewRelease),
  staff(publishRelease, async () => (await import('#server/staff/releases.ts')).publishRelease),
  staff(scheduleRelease, async () => (await import('#server/staff/releases.ts')).scheduleRelease),
  staff(
    unscheduleRelease,
    async () => (await import('#server/staff/releases.ts')).unscheduleRelease,
  ),
  staff(discardRelease, async () => (await import('#server/staff/releases.ts')).discardRelease),
  staff(previewUndo, async () => (await import('#server/staff/releases.ts')).previewUndo),
  staff(undoRelease, async () => (await import('#server/staff/releases.ts')).undoRelease),
  staff(
    getPublishing,
    async () => (await import('#server/staff/release-history.ts')).readPublishing,
  ),
  staff(getMailings, async () => (await import('#server/staff/mailings.ts')).readMailings),
  staff(saveMailing, async () => (await import('#server/staff/mailings.ts')).saveMailing),
  staff(testMailing, async () => (await import('#server/staff/mailings.ts')).testMailing),
  staff(sendMailing, async () => (await import('#server/staff/mailings.ts')).sendMailing),
  staff(haltMailing, async () => (await import('#server/staff/mailings.ts')).haltMailing),
  staff(getSubscribers, async () => (await import('#server/staff/subscribers.ts')).readSubscribers),
  staff(
    removeSubscriber,
    async () => (await import('#server/staff/subscribers.ts')).removeSubscriber,
  ),
  staff(getDiscounts, async () => (await import('#server/staff/discounts.ts')).readDiscounts),
  staff(makeDiscount, async () => (await import('#server/staff/discounts.ts')).makeDiscount),
  staff(pauseDiscount, async () => (await import('#server/staff/discounts.ts')).pauseDiscount),
  staff(extendDiscount, async () => (await import('#server/staff/discounts.ts')).extendDiscount),
  staff(getGiftCards, async () => (await import('#server/staff/gift-cards.ts')).readGiftCards),
  staff(giveCredit, async () => (await import('#server/staff/gift-cards.ts')).giveCredit),
  staff(renewGiftCard, async () => (await import('#server/staff/gift-cards.ts')).renewGiftCard),
  staff(makeCodes, async () => (await import('#server/staff/discounts.ts')).makeCodes),
  staff(getComplaints, async () => (await import('#server/staff/complaints.ts')).readComplaints),
  staff(answerComplaint, async () => (await import('#server/staff/complaints.ts')).answerComplaint),
  staff(getReviews, async () => (await import('#server/staff/reviews.ts')).readReviews),
  staff(hideReview, async () => (await import('#server/staff/reviews.ts')).hideReview),
  staff(showReview, async () => (await import('#server/staff/reviews.ts')).showReview),
  staff(answerReview, async () => (await import('#server/staff/reviews.ts')).answerReview),
  staff(getHealth, async () => (await import('#server/staff/health.ts')).staffHealth),
  staff(getSettings, async () => (await import('#server/staff/settings.ts')).readSettings),
  staff(changeSettings, async () => (await import('#server/staff/settings.ts')).changeSettings),
  staff(getTeam, async () => (await import('#server/staff/team.ts')).readTeam),
  staff(changeTeam, async () => (await import('#server/staff/team.ts')).changeTeam),
);
