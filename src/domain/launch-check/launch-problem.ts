/** A launch blocker: the field at fault and the remedy. */
export interface LaunchProblem {
  /** `src/brand/company.ts: number`, `Shipping and returns: the right to cancel …` */
  field: string;
  /** The instruction for staff. */
  remedy: string;
}
