const hosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether a URL is on this machine: a local stand-in, not a hosted service. */
export function isLoopback(address: string): boolean {
  return hosts.has(new URL(address).hostname);
}
