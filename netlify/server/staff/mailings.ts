import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isSafeLink } from '#domain/basics/safe-link.ts';
import { withoutRefused } from '#domain/site-content/markdown.ts';
import { MailingContent } from '#domain/contracts/mailing-content.ts';
import { MailingDraft } from '#domain/contracts/mailing-draft.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-mailings.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { linkToken, type Preview, previewToken } from '../mail/link-token.ts';
import { mailSettings } from '../mail/mail-settings.ts';
import { MailedProduct, mailingWriter } from '../mail/mailing-mail.ts';
import { sendMail } from '../mail/send-mail.ts';
import { parametersOf } from '../parameters.ts';
import { problems } from '../request-body.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { staffMessages } from '../messages/staff-calls.ts';
import { refusalText } from '../messages/refusal-text.ts';

function previewOf(mailing: string, { id }: StaffCaller): string {
  return `/api/mailing-preview?token=${previewToken({ mailing, viewer: id })}`;
}

/** The latest mailings, or one, each with the address of its preview. */
export async function readMailings(
  caller: StaffCaller,
  { mailing }: Asked<typeof calls.getMailings>,
) {
  const asked = { ...(mailing && { p_mailing: mailing }) };
  const { people, mailings } = staffDataOf(await databaseFor(caller).rpc('staff_mailings', asked));
  return {
    people,
    mailings: mailings.map((one) => Object.assign(one, { preview: previewOf(one.id, caller) })),
  };
}

const Saved = z.object({ content: z.unknown(), products: z.array(MailedProduct) }).nullable();

async function savedMailing({ mailing, viewer }: Preview) {
  const asked = { p_mailing: mailing, p_user: viewer };
  const found = Saved.parse(dataOf(await database().rpc('mailing_to_preview', asked)));
  if (found) return found;
  const reason = 'mailing_missing';
  throw new HttpError(404, { detail: refusalText({ reason, facts: undefined }, 'staff'), reason });
}

/**
 * An e-mail of a draft mailing as HTML, with gaps where something is missing and where markup
 * prevents sending.
 * @throws HttpError 404 if there is none, or its viewer has left.
 */
export async function lookOfMailing(preview: Preview, shop: string): Promise<string> {
  const found = await savedMailing(preview);
  const draft = MailingDraft.parse(found.content);
  const buttonHref = isSafeLink(draft.buttonHref) ? draft.buttonHref : '';
  const shown = { ...draft, buttonHref, text: withoutRefused(draft.text) };
  return mailingWriter(shown, found.products, shop)('you@example.com', '').html;
}

/**
 * An e-mail of a saved mailing.
 * @throws HttpError 404 if there is none, or its viewer has left; 400 with what is missing, by field.
 */
export async function writtenMailing(preview: Preview, to: string, shop: string) {
  const found = await savedMailing(preview);
  const { data: content, error } = MailingContent.safeParse(found.content);
  if (error) throw problems(error);
  // The unsubscribe link of a test has no effect.
  return mailingWriter(content, found.products, shop)(to, linkToken('unsubscribe', randomUUID()));
}

async function sendTest(caller: StaffCaller, mailing: string, test: string): Promise<string> {
  const email = staffDataOf(await databaseFor(caller).rpc('staff_own_address'));
  const settings = mailSettings();
  const preview = { mailing, viewer: caller.id };
  const mail = await writtenMailing(preview, email, settings?.shop ?? 'https://shop.example');
  if (!settings) throw new HttpError(503, staffMessages.mailProviderMissing);
  const named = { ...mail, subject: `[Test] ${mail.subject}` };
  const sending = await sendMail(named, test, settings);
  if (sending.outcome === 'failed') {
    console.warn(`A test of mailing ${mailing} was not sent: ${sending.error}`);
    throw new HttpError(503, staffMessages.testMailFailed);
  }
  return email;
}

/** Saves a draft. @throws HttpError 409 after somebody else saved it. */
export async function saveMailing(
  caller: StaffCaller,
  { mailing, ...asked }: Asked<typeof calls.saveMailing>,
) {
  const parameters = parametersOf({ mailing, ...asked });
  const version = staffDataOf(await databaseFor(caller).rpc('staff_save_mailing', parameters));
  return { version, preview: previewOf(mailing, caller) };
}

/** Sends the caller a test; a repeated press has no further effect. @throws HttpError 400 with what is missing, 404, 503. */
export async function testMailing(
  caller: StaffCaller,
  { mailing, test }: Asked<typeof calls.testMailing>,
) {
  return { email: await sendTest(caller, mailing, test) };
}

/** Sends a mailing, now or later. @throws HttpError 400 with what is missing, 404, 409 (`staff_release_mailing`). */
export async function sendMailing(
  caller: StaffCaller,
  { mailing, version, people, at }: Asked<typeof calls.sendMailing>,
) {
  // Checks permission first, so that others learn nothing.
  await readMailings(caller, { mailing });
  const preview = { mailing, viewer: caller.id };
  await writtenMailing(preview, 'nobody@example.com', 'https://shop.example');
  const asked = { p_mailing: mailing, p_version: version, p_people: people };
  const time = at === 'open' ? { p_when_open: true } : at !== null && { p_at: at };
  staffDataOf(await databaseFor(caller).rpc('staff_release_mailing', { ...asked, ...time }));
  return {};
}

/** Stops, resumes or discards a mailing. @throws HttpError 404, 409 (`staff_halt_mailing`). */
export async function haltMailing(caller: StaffCaller, asked: Asked<typeof calls.haltMailing>) {
  staffDataOf(await databaseFor(caller).rpc('staff_halt_mailing', parametersOf(asked)));
  return {};
}
