import { processorSeconds } from './processor-time.ts';

/** Interval between samples of processor time, in milliseconds. */
const LOOK_MS = 1000;

/** Minimum share of one processor used by a busy program. A program that waits and only answers polls uses less. */
const AT_WORK = 0.03;

/** Watches starting programs: how long they have neither printed nor computed anything. */
export interface SignsOfLife {
  /** Adds a process and its group. */
  watch(pid: number | undefined): void;
  /** Notes output. */
  heard(text: string): void;
  /** The last line heard. */
  lastLine(): string;
  /** Rejects after this many seconds without any progress. */
  stalled(seconds: number): Promise<never>;
  /** Ends the watch. */
  end(): void;
}

export function signsOfLife(): SignsOfLife {
  const groups = new Set<number>();
  let line = '';
  let moved = performance.now();
  let looked = moved;
  let used = 0;
  let look: NodeJS.Timeout | undefined;
  return {
    watch(pid) {
      if (pid !== undefined) groups.add(pid);
    },
    heard(text) {
      moved = performance.now();
      line = text.trim().split('\n').at(-1)?.trim() || line;
    },
    lastLine: () => line,
    stalled(seconds) {
      return new Promise((_, reject) => {
        look = setInterval(() => {
          const now = performance.now();
          const usedNow = processorSeconds(groups);
          if (usedNow - used > (AT_WORK * (now - looked)) / 1000) moved = now;
          [used, looked] = [usedNow, now];
          if (now - moved < seconds * 1000) return;
          clearInterval(look);
          reject(new Error(`No progress for ${seconds} s (START_TIMEOUT_SECONDS).`));
        }, LOOK_MS);
      });
    },
    end: () => clearInterval(look),
  };
}
