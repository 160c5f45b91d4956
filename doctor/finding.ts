/** Result of a check: fine, a warning, or a failure to fix before the shop can open. */
export interface Finding {
  level: 'fine' | 'warning' | 'failure';
  /** The finding and, unless all is well, the remedy. Never contains a secret. */
  text: string;
}

export function fine(text: string): Finding {
  return { level: 'fine', text };
}

export function warning(text: string): Finding {
  return { level: 'warning', text };
}

export function failure(text: string): Finding {
  return { level: 'failure', text };
}
