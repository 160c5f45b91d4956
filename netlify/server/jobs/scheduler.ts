import { type Job as JobName, jobs as jobNames } from '#domain/enums.ts';
import { database, dataOf } from '../database.ts';
import { isLocalStack } from '../local-stack.ts';
import { log } from '../log.ts';
import type { Job } from './job.ts';

/**
 * Seconds until a run without an end counts as dead: more than Netlify's 30 for a scheduled function, less than the
 * minute until the next look.
 */
const leaseSeconds = 45;

/** Loads a job's module when it is due: an idle minute loads none. */
export type Jobs = Readonly<Record<JobName, () => Promise<{ default: Job }>>>;

interface Taken {
  run: string;
  job: JobName;
}

/** The outcome of a run; null if the database ends it. Errors are logged. */
async function outcomeOf(jobs: Jobs, { run, job }: Taken) {
  try {
    const { default: work } = await jobs[job]();
    const result = await work(run);
    if (result === null) return null;
    const { counts, cutShort, failed } = result;
    const outcome = failed ? 'failed' : cutShort ? 'unfinished' : 'done';
    const done = Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
    return { outcome, counts: done } as const;
  } catch (error) {
    log.error('JOB FAILED', { job, error });
    return { outcome: 'failed', counts: {} } as const;
  }
}

async function carryOut(jobs: Jobs, taken: Taken): Promise<void> {
  const began = performance.now();
  const ended = await outcomeOf(jobs, taken);
  if (ended) {
    const { outcome, counts } = ended;
    const report = { p_run: taken.run, p_outcome: outcome, p_counts: counts };
    try {
      dataOf(await database().rpc('end_job_run', report));
    } catch (error) {
      // The lease ends, and the job is begun again.
      log.error('JOB NOT RECORDED', { job: taken.job, error });
    }
  }
  const ms = Math.round(performance.now() - began);
  log.info('job', { job: taken.job, outcome: ended?.outcome ?? 'running', ms, ...ended?.counts });
}

/** The job named by `?run=`, on a developer's machine only. */
function askedJob(request: Request | undefined): JobName | undefined {
  if (request === undefined || !isLocalStack()) return undefined;
  const asked = new URL(request.url).searchParams.get('run');
  const job = jobNames.find((name) => name === asked);
  if (asked !== null && job === undefined) throw new Error(`No job is called ${asked}`);
  return job;
}

/**
 * Builds the scheduled function that runs the jobs that are due, all at once: each keeps its own limit of time, and
 * those of a killed process are begun again a minute later (`take_due_jobs`). With nothing to do it costs one round
 * trip to the database.
 */
export function scheduler(jobs: Jobs) {
  return async (request?: Request): Promise<Response> => {
    const job = askedJob(request);
    const due = { p_lease_seconds: leaseSeconds, ...(job && { p_job: job }) };
    let taken: Taken[];
    try {
      taken = dataOf(await database().rpc('take_due_jobs', due));
    } catch (error) {
      log.error('JOBS NOT RUN: the database did not say which are due', { error });
      return new Response(null, { status: 503 });
    }
    await Promise.all(taken.map((one) => carryOut(jobs, one)));
    return Response.json({ ran: taken.map((one) => one.job) });
  };
}
