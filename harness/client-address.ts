/**
 * The header in which a test sets the client address of a call. Only the tests' function server reads it;
 * Netlify passes its functions the address it has seen itself.
 */
export const clientAddressHeader = 'x-test-client-address';

let given = 0;

/** A client address unique to this test file, from a range reserved for tests (RFC 2544). */
export function newClientAddress(): string {
  given += 1;
  return `198.18.${given >> 8}.${given & 255}`;
}
