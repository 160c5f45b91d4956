/** A refund at Stripe, as `record_refunds` takes it. */
export interface RefundAtStripe {
  id: string;
  /** The shop's ledger id; null for one made at the dashboard. */
  attempt: string | null;
  amount_pence: number;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  created: number;
}

/** A dispute at Stripe, as `record_dispute` takes it. */
export interface DisputeAtStripe {
  id: string;
  amount_pence: number;
  reason: string;
  status: string;
  due_by: number;
  created: number;
}

const over = new Set<RefundAtStripe['status']>(['failed', 'canceled']);

/**
 * A model of one payment's money at Stripe: it never refunds more than is left, nothing while the bank has
 * the money, and processes an idempotency key once. Used for sequences too long for the sandbox, which does
 * the same over HTTP.
 */
export class StripeMoney {
  readonly charged: number;
  readonly refunds: RefundAtStripe[] = [];
  readonly disputes: DisputeAtStripe[] = [];
  private readonly name: string;
  private readonly answers = new Map<string, RefundAtStripe | null>();
  private time = 1;

  constructor(name: string, charged: number) {
    this.name = name;
    this.charged = charged;
  }

  /** Pence refunded or being refunded. */
  refunded(): number {
    return this.refunds.reduce(
      (sum, { status, amount_pence }) => (over.has(status) ? sum : sum + amount_pence),
      0,
    );
  }

  /** Pence that can be refunded now. */
  left(): number {
    const bank = this.disputes.some(({ status }) => /^(needs_response|under_review)$/.test(status));
    const lost = this.disputes.reduce(
      (sum, { status, amount_pence }) => (status === 'lost' ? sum + amount_pence : sum),
      0,
    );
    return bank ? 0 : Math.max(this.charged - this.refunded() - lost, 0);
  }

  /** Makes a refund, unless its key already has a result. @returns null when it is refused. */
  refund(
    amount_pence: number,
    status: RefundAtStripe['status'],
    attempt: string | null = null,
  ): RefundAtStripe | null {
    const before = attempt === null ? undefined : this.answers.get(attempt);
    if (before !== undefined) return before;
    const refused = amount_pence < 1 || amount_pence > this.left();
    const made = refused
      ? null
      : {
          id: `re_${this.name}_${this.refunds.length}`,
          attempt,
          amount_pence,
          status,
          created: this.tick(),
        };
    if (made) this.refunds.push(made);
    if (attempt !== null) this.answers.set(attempt, made);
    return made;
  }

  /** Makes a key fail from now on, as Stripe does for a day. */
  refuse(attempt: string): void {
    if (!this.answers.has(attempt)) this.answers.set(attempt, null);
  }

  dispute(status: string): void {
    this.disputes.push({
      id: `du_${this.name}_${this.disputes.length}`,
      amount_pence: this.charged - this.refunded(),
      reason: 'fraudulent',
      status,
      due_by: 2,
      created: this.tick(),
    });
  }

  private tick(): number {
    this.time += 1;
    return this.time;
  }
}
