/**
 * Names the address that a call of a test comes from, as its connection would. Only the tests' own
 * function server reads it: Netlify tells its functions the address that it has seen itself.
 */
export const clientAddressHeader = 'x-test-client-address';

let given = 0;

/** An address that no other call of this test file comes from, of a range kept for tests (RFC 2544). */
export function newClientAddress(): string {
  given += 1;
  return `198.18.${given >> 8}.${given & 255}`;
}
