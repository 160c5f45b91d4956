import * as z from 'zod';
import { acts } from './staff-call.ts';
import { LoginAnswer } from './login-answer.ts';
import { latinDigits } from '../latin-digits.ts';
import { visibleText } from '../plain-line.ts';

/** Code of an authenticator app; some write it with blanks. */
const code = z
  .string('This field is required.')
  .transform((text) => latinDigits(visibleText(text)).replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'The code has six figures.'));

/** `POST /api/staff/second-factor` */
const SecondFactorBody = z.discriminatedUnion(
  'do',
  [
    /** Makes the key for an app; it counts once its first code is confirmed. */
    z.object({ do: z.literal('begin') }),
    /** The app's first code; `factor` is from the answer to `begin`. */
    z.object({ do: z.literal('confirm'), factor: z.uuid('Not a valid app.'), code }),
    /** Gives the code that this login still needs. */
    z.object({ do: z.literal('give'), code }),
    z.object({ do: z.literal('remove'), code }),
  ],
  'Choose what to do.',
);

/** The answer to `begin`. */
export const NewFactor = z.object({
  factor: z.uuid(),
  /** An SVG image, as a `data:` address. */
  qr_code: z.string().startsWith('data:image/svg+xml'),
  /** The image's content, to be typed: base32. */
  secret: z.string(),
  /** The same for an app on this device: `otpauth://…`. */
  uri: z.string().startsWith('otpauth://'),
});
export type NewFactor = z.infer<typeof NewFactor>;

/**
 * Adds, uses or removes the caller's own authenticator app. A code is answered with the same login's new tokens.
 * @throws 400 with the field `code`; 403 `login_too_old`; 409 `code_used`, `second_factor_exists`,
 *   `second_factor_gone`, `second_factor_off`; 429 after too many wrong codes.
 */
export const changeSecondFactor = acts('/api/staff/second-factor', SecondFactorBody, {
  begin: NewFactor,
  confirm: LoginAnswer,
  give: LoginAnswer,
  remove: LoginAnswer,
});
