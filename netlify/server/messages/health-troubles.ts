import type { HealthReason } from '#domain/enums.ts';

/** Sentence for each reason; docs/operate.md says what to do. `about` is the job, the invariant or the payout. */
export const troubleMessages: Readonly<
  Record<HealthReason | 'database' | 'auth' | 'settings', (about: string) => string>
> = {
  settings: () => 'A required setting is missing or malformed.',
  database: () => 'The database does not answer.',
  auth: () => 'Supabase Auth does not answer: nobody can log in.',
  payments: () => 'The last five payment pages could not be opened: nobody can pay.',
  job_late: (job) => `The job ${job} does not complete.`,
  mail_late: () => 'An e-mail has been due for more than 30 minutes.',
  checkout_unfinished: () => 'A checkout that should be settled is not: it may be paid.',
  refund_owed: () => 'A refund has been owed for more than an hour.',
  change_unbuilt: () => 'No build was requested within two hours of a catalogue change.',
  build_late: () => 'The build requested more than two hours ago is not live.',
  label_stuck: () => 'A label is neither bought nor refused.',
  draw_stuck: () => 'A draw was not closed, or not drawn, at its time.',
  payout_unreconciled: (payout) =>
    `Stripe’s payout ${payout} does not agree with the shop’s payments, or was not listed by Stripe in three days.`,
  data_contradictory: (invariant) => `The data contradicts an invariant: ${invariant}.`,
};
