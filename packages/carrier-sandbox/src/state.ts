import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A label that was sold. Times are Unix milliseconds by the sandbox's clock. */
export interface SoldLabel {
  id: string;
  /** The buyer's own reference. */
  reference: string;
  /** Id of the quote; empty at a carrier without quotes. */
  rate: string;
  trackingNumber: string;
  /** Lines printed on it. */
  lines: string[];
  /** Whether a QR code is sold with it. */
  hasCode: boolean;
  soldAt: number;
  givenBackAt: number | null;
}

/** A price that was quoted. */
interface QuotedRate {
  id: string;
  hasCode: boolean;
  lines: string[];
}

export interface SandboxState {
  /** Milliseconds by which the clock is ahead. */
  ahead: number;
  /** Number of the next label. */
  next: number;
  rates: QuotedRate[];
  labels: SoldLabel[];
}

function emptyState(): SandboxState {
  return { ahead: 0, next: 1, rates: [], labels: [] };
}

/** Opens the state, which a file, if given, keeps between runs: `save` writes it before an answer leaves. */
export function openState(dataFile: string | undefined) {
  const known = dataFile !== undefined && existsSync(dataFile);
  const state: SandboxState = known ? JSON.parse(readFileSync(dataFile, 'utf8')) : emptyState();
  return {
    state,
    save(): void {
      if (dataFile === undefined) return;
      writeFileSync(`${dataFile}.new`, JSON.stringify(state));
      renameSync(`${dataFile}.new`, dataFile);
    },
  };
}
