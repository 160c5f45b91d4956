import { z } from 'zod';
import { dayText } from '#domain/orders/order-promise.ts';
import type { Notice } from './notice.ts';
import { momentText } from './order-words.ts';
import { worded } from './owed-mail.ts';

/** A complaint about how personal data is used. */
const Complaint = z.object({
  name: z.string(),
  words: z.string(),
  received_at: z.string(),
  /** The day by which it must be answered, as an ISO date. */
  due_by: z.string(),
});
type Complaint = z.infer<typeof Complaint>;

/**
 * Acknowledges a complaint: Data Protection Act 2018, section 164A (3). Leaves out name and words: the address is not
 * confirmed, and the form could be used to send advertising to anyone.
 * https://www.legislation.gov.uk/ukpga/2025/18/section/103
 */
function complaintReceivedNotice({ received_at, due_by }: Complaint): Notice {
  return {
    subject: 'We have received your complaint',
    heading: 'We have received your complaint.',
    before: [
      `On ${momentText(received_at)} we received your complaint about how we use personal data. A person looks into it, and we tell you by e-mail what came of it, by ${dayText(due_by)} at the latest.`,
    ],
    notes: [
      'If you want to add something, answer this e-mail. If it was not you who wrote to us, tell us so.',
      'You can also complain to the Information Commissioner’s Office at any time: https://ico.org.uk/make-a-complaint/',
    ],
  };
}

/** Notifies managers of a complaint, with the date by which to answer it. */
function staffComplaintNotice(
  { name, words, received_at, due_by, from }: Complaint & { from: string },
  shop: string,
): Notice {
  return {
    subject: `Complaint about personal data: answer by ${dayText(due_by)}`,
    heading: 'A complaint about personal data.',
    before: [
      'It has been acknowledged. Find out what happened, answer by e-mail, and note the outcome in the studio.',
    ],
    sections: [
      {
        title: 'What it is about',
        rows: [
          { what: 'From', figure: `${name}, ${from}` },
          { what: 'Received', figure: momentText(received_at) },
          { what: 'Answer by', figure: dayText(due_by) },
        ],
      },
      { title: 'In their words', texts: words.split(/\s*\n\s*/) },
    ],
    button: { label: 'Open the studio', href: `${shop}/studio?complaints` },
  };
}

/** E-mails about complaints. */
export const complaintMails = {
  complaint_received: worded(Complaint.extend({ email: z.string() }), complaintReceivedNotice),
  staff_complaint: worded(
    Complaint.extend({ emails: z.array(z.string()), from: z.string() }),
    staffComplaintNotice,
  ),
};
