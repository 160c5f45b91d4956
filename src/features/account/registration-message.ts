import { ApiError } from '#api/http/api-error.ts';

/** A field of the sign-up form, in its order. */
type SignUpField = 'username' | 'email' | 'password';

/** The message for a failed registration, and the field it belongs to. */
export interface RegistrationFailure {
  field: SignUpField | null;
  text: string;
}

const FALLBACK = 'Registration failed. Please try again.';

/** The spec's texts (section 8), for errors that name a field without a message. */
const FIELD_TEXTS: readonly [SignUpField, string][] = [
  ['username', 'Username already exists'],
  ['email', 'Email already exists'],
  ['password', FALLBACK],
];

/** The specification has no text for an invalid password, so the server's follows the general one. */
function textOf(field: SignUpField, [message]: readonly string[]): string | undefined {
  return field === 'password' && message !== undefined ? `${FALLBACK} ${message}` : message;
}

/** Turns a failed registration into a message about the first rejected field. */
export function registrationFailure(error: unknown): RegistrationFailure {
  if (error instanceof ApiError) {
    if (error.isTooMany) return { field: null, text: error.message };
    for (const [field, text] of FIELD_TEXTS) {
      const messages = error.fields[field];
      if (messages) return { field, text: textOf(field, messages) ?? text };
    }
  }
  return { field: null, text: FALLBACK };
}
