/** Complaints about how personal data is used, between form, studio and server. */
import * as z from 'zod';
import { acts, reads } from './staff-call.ts';
import { email, oneLine, severalLines } from './fields.ts';

/** `POST /api/complaint/`; the browser makes `complaint` when the form opens. */
export const ComplaintBody = z.object({
  complaint: z.uuid('Not a complaint.'),
  name: oneLine(100),
  email,
  words: severalLines(5000),
});
export type ComplaintBody = z.input<typeof ComplaintBody>;

const Complaint = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  words: z.string(),
  received_at: z.string(),
  /** The day by which it must be answered, as an ISO date. */
  due_by: z.string(),
  answered_at: z.string().nullable(),
  answered_by: z.string().nullable(),
  outcome: z.string().nullable(),
});
export type Complaint = z.infer<typeof Complaint>;

/** `GET /api/staff/complaints`: those to be answered first. */
const ComplaintsAnswer = z.object({ complaints: z.array(Complaint) });

/** `POST /api/staff/complaints`: records that one was answered, and how. */
const AnswerComplaintBody = z.object({
  complaint: z.uuid('Not a complaint.'),
  outcome: severalLines(2000),
});

export const getComplaints = reads('/api/staff/complaints', z.object({}), ComplaintsAnswer);

/** Records that a complaint was answered. */
export const answerComplaint = acts(
  '/api/staff/complaints',
  AnswerComplaintBody,
  z.object({ answered: z.literal(true) }),
);
