import { ApiError } from '#api/http/api-error.ts';

/** A field of the sign-up form, in its order. */
type SignUpField = 'username' | 'email' | 'password';

/** What to tell a shopper whose registration failed, and which field it is about. */
export interface RegistrationFailure {
  field: SignUpField | null;
  text: string;
}

const FALLBACK = 'Registration failed. Please try again.';

/** The texts of the spec (section 8), where the server names a field without saying what is wrong. */
const FIELD_TEXTS: readonly [SignUpField, string][] = [
  ['username', 'Username already exists'],
  ['email', 'Email already exists'],
  ['password', FALLBACK],
];

/** Reads a failed registration. The first field that the server complains about is told. */
export function registrationFailure(error: unknown): RegistrationFailure {
  if (error instanceof ApiError) {
    if (error.isTooMany) return { field: null, text: error.message };
    for (const [field, text] of FIELD_TEXTS) {
      const messages = error.fields[field];
      if (messages) return { field, text: messages[0] ?? text };
    }
  }
  return { field: null, text: FALLBACK };
}
