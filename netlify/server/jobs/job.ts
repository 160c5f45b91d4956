/** The result of a job's run. */
export interface JobResult {
  /** Work done, by kind; zeros are left out of the record. */
  counts: Readonly<Record<string, number>>;
  /** Whether time ran out: the run is resumed in the next minute. */
  cutShort?: boolean;
  /** Whether part of it failed, as logged: it is tried again. */
  failed?: boolean;
}

/**
 * A scheduled job. It ends by itself well within Netlify's limit of 30 s for scheduled functions.
 * @param run the id of this run (`job_runs`).
 * @returns null if the database ends the run.
 */
export type Job = (run: string) => Promise<JobResult | null>;
