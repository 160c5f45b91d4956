const hosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether a URL is on this machine: a stand-in that a developer has started, not a hosted service. */
export function isLoopback(address: string): boolean {
  return hosts.has(new URL(address).hostname);
}
