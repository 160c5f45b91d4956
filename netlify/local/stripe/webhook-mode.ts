/**
 * How events reach the webhook: at once, never, late, several times over, or only when released.
 */
export type WebhookMode =
  | { mode: 'deliver' }
  | { mode: 'drop' }
  | { mode: 'delay'; delayMs: number }
  | { mode: 'repeat'; times: number }
  | { mode: 'hold' };
