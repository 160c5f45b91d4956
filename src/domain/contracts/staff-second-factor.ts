import * as z from 'zod';
import { acts } from './staff-call.ts';
import { LoginAnswer } from './login-answer.ts';
import { latinDigits } from '../basics/latin-digits.ts';
import { visibleText } from '../basics/plain-line.ts';

/** Code of an authenticator app; some write it with blanks. */
const code = z
  .string('This field is required.')
  .transform((text) => latinDigits(visibleText(text)).replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'The code has six figures.'));

/** The key for an app. */
export const NewFactor = z.object({
  factor: z.uuid(),
  /** An SVG image, as a `data:` address. */
  qr_code: z.string().startsWith('data:image/svg+xml'),
  /** The image's content, to be typed: base32. */
  secret: z.string(),
  /** Link that opens an app on this device: `otpauth://…`. */
  uri: z.string().startsWith('otpauth://'),
});
export type NewFactor = z.infer<typeof NewFactor>;

/**
 * Makes the key for an app of the caller; it counts once its first code is confirmed.
 * @throws 403 `login_too_old`; 409 `second_factor_exists`, `second_factor_off`, `second_factor_begun`
 */
export const beginSecondFactor = acts('/api/staff/second-factor/begin', z.object({}), NewFactor);

/**
 * Adds the app by its first code; `factor` is from the answer to `beginSecondFactor`. Returns the same login's new
 * tokens, as do the calls below.
 * @throws 400 with the field `code`; 403 `login_too_old`; 409 `code_used`, `second_factor_exists`,
 *   `second_factor_gone`; 429 after too many wrong codes.
 */
export const confirmSecondFactor = acts(
  '/api/staff/second-factor/confirm',
  z.object({ factor: z.uuid('Not a valid app.'), code }),
  LoginAnswer,
);

/** Gives the code that this login still needs. @throws as `confirmSecondFactor`, but for the login's age */
export const giveSecondFactor = acts(
  '/api/staff/second-factor/give',
  z.object({ code }),
  LoginAnswer,
);

/** Removes the caller's app. @throws as `confirmSecondFactor` */
export const removeSecondFactor = acts(
  '/api/staff/second-factor/remove',
  z.object({ code }),
  LoginAnswer,
);
