import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-messages.ts';
import { databaseFor } from '../database.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Templates of messages. */
export async function readTemplates(staff: StaffCaller) {
  return { templates: staffDataOf(await databaseFor(staff).rpc('staff_templates')) };
}

/** Adds or changes a template. @throws HttpError 404, 409. */
export async function saveTemplate(
  staff: StaffCaller,
  { template, seen, title, subject, text }: Asked<typeof calls.saveTemplate>,
) {
  const asked = {
    p_template: template,
    p_title: title,
    p_subject: subject,
    p_text: text,
    ...(seen !== null && { p_seen: seen }),
  };
  staffDataOf(await databaseFor(staff).rpc('staff_save_template', asked));
  return { saved: true };
}

export async function removeTemplate(
  staff: StaffCaller,
  { template }: Asked<typeof calls.removeTemplate>,
) {
  staffDataOf(await databaseFor(staff).rpc('staff_remove_template', { p_template: template }));
  return { removed: true };
}

/** Writes to the shopper about an order; sends it after the answer. @throws HttpError 400, 404, 409. */
export async function sendMessage(
  staff: StaffCaller,
  { event, checkout, subject, text }: Asked<typeof calls.sendMessage>,
) {
  const asked = { p_event: event, p_checkout: checkout, p_subject: subject, p_text: text };
  const about = staffDataOf(await databaseFor(staff).rpc('staff_message', asked));
  sendMailsOf([about]);
  return { checkout: about };
}
