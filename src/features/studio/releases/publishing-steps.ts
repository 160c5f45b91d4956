import type { Publishing, SiteBuild } from '#domain/contracts/staff-releases.ts';

/** A step of publishing a release. */
export interface PublishingStep {
  name: string;
  isDone: boolean;
  /** ISO 8601; null if unknown or not done. */
  at: string | null;
  /** Explanation; `''` if none. */
  text: string;
  /** Whether it is overdue. */
  isLate: boolean;
}

/** Minutes after which a step is overdue. */
const late = { asking: 20, starting: 10, finishing: 20 } as const;

const WAITED_MINUTE = 60_000;

/** Whether the live build includes the release. */
function isLive(publishing: Publishing, build: SiteBuild | null): boolean {
  if (build === null) return false;
  const since = build.noted ? publishing.build_started_at : publishing.database_at;
  return since !== null && Date.parse(build.began_at) >= Date.parse(since);
}

function minutesSince(moment: string, { now }: Publishing): number {
  return (Date.parse(now) - Date.parse(moment)) / WAITED_MINUTE;
}

function asking(publishing: Publishing, isPast: boolean): PublishingStep {
  const { build_asked_at: at, awaits_build, has_build_hook, database_at } = publishing;
  const step = { name: 'Build requested', isDone: at !== null, at, text: '', isLate: false };
  if (at !== null) return step;
  if (isPast) return { ...step, isDone: true, text: 'A deploy came first' };
  if (!has_build_hook) {
    const text =
      'Builds do not start by themselves yet, so the pages follow with the next one. Ask the shop’s operator to set up automatic builds';
    return { ...step, text, isLate: true };
  }
  if (awaits_build === 'next') {
    return { ...step, text: 'Only stock changed, which pages fetch: it waits for the next build' };
  }
  if (minutesSince(database_at, publishing) < late.asking) {
    return { ...step, text: 'A minute after the last change' };
  }
  const text = 'The request keeps failing. Tell the shop’s operator';
  return { ...step, text, isLate: true };
}

function running(publishing: Publishing, live: boolean): PublishingStep {
  const { build_asked_at, build_started_at: at } = publishing;
  const step = { name: 'Build running', isDone: at !== null || live, at, text: '', isLate: false };
  if (at !== null || build_asked_at === null) return step;
  if (live) return { ...step, text: 'Its start was not recorded' };
  if (minutesSince(build_asked_at, publishing) < late.starting) {
    return { ...step, text: 'Waiting for its start' };
  }
  const text = 'No build has reported its start. Tell the shop’s operator';
  return { ...step, text, isLate: true };
}

function living(publishing: Publishing, build: SiteBuild | null): PublishingStep {
  const name = 'Live';
  if (build !== null && isLive(publishing, build)) {
    const text = `Shoppers get the new pages from then on (build ${build.name})`;
    return { name, isDone: true, at: build.built_at, text, isLate: false };
  }
  const began = publishing.build_started_at;
  const isLate = began !== null && minutesSince(began, publishing) >= late.finishing;
  const text = isLate
    ? 'The build is overdue and the pages are unchanged. Tell the shop’s operator'
    : '';
  return { name, isDone: false, at: null, text, isLate };
}

/** The steps of publishing a release; `isOver` once no more will follow. */
export function publishingSteps(
  publishing: Publishing,
  build: SiteBuild | null,
): { steps: PublishingStep[]; isOver: boolean } {
  const { database_at, build_asked_at, build_started_at, awaits_build } = publishing;
  const live = isLive(publishing, build);
  const database: PublishingStep = {
    name: 'In the database',
    isDone: true,
    at: database_at,
    text: 'Prices, stock and checkout use it at once',
    isLate: false,
  };
  const isNeedless =
    awaits_build === null && build_asked_at === null && build_started_at === null && !live;
  if (isNeedless) {
    const text = 'No page content has changed: no build is needed';
    return {
      steps: [database, { name: 'Live', isDone: true, at: database_at, text, isLate: false }],
      isOver: true,
    };
  }
  return {
    steps: [
      database,
      asking(publishing, live || build_started_at !== null),
      running(publishing, live),
      living(publishing, build),
    ],
    isOver: live,
  };
}
