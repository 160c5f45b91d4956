import { plainAddress } from '#domain/plain-address.ts';

function isFilled(value: string): boolean {
  return value.length > 0;
}

/** In some contexts Netlify's own `URL` is not a URL; treat it as missing. */
function addressOrNone(value: string | undefined): string | undefined {
  return value && URL.canParse(value) ? plainAddress(value) : undefined;
}

/** Without zod, because every cold start reads it and loading zod takes longer than many an answer. */
function readEnvironment() {
  const wrong: string[] = [];
  function optional(name: string, fits: (value: string) => boolean = isFilled) {
    // A pasted value often brings a line break along.
    const value = process.env[name]?.trim() || undefined;
    if (value !== undefined && !fits(value)) wrong.push(name);
    return value;
  }
  function required(name: string, fits?: (value: string) => boolean): string {
    const value = optional(name, fits);
    if (value === undefined) wrong.push(name);
    return value ?? '';
  }
  function optionalAddress(name: string): string | undefined {
    const value = optional(name, URL.canParse);
    return value && plainAddress(value);
  }
  const read = {
    /** URL of the Supabase project. */
    SUPABASE_URL: plainAddress(required('SUPABASE_URL', URL.canParse)),
    SUPABASE_SECRET_KEY: required('SUPABASE_SECRET_KEY'),
    /** Only for projects that sign tokens with a shared secret; otherwise the published keys are fetched. */
    SUPABASE_JWT_SECRET: optional('SUPABASE_JWT_SECRET', (secret) => secret.length >= 32),
    STRIPE_SECRET_KEY: required('STRIPE_SECRET_KEY'),
    /** Without it the webhook refuses to work; the return page and the sweep still complete orders. */
    STRIPE_WEBHOOK_SECRET: optional('STRIPE_WEBHOOK_SECRET'),
    /** Base URL of Stripe's API, if not Stripe itself. */
    STRIPE_API_BASE: optionalAddress('STRIPE_API_BASE'),
    /** URL that starts a build of the site; without it, changes wait for the next deploy. */
    NETLIFY_BUILD_HOOK: optionalAddress('NETLIFY_BUILD_HOOK'),
    /** Least minutes between builds for stock alone. */
    BUILD_SPACING_MINUTES: optional('BUILD_SPACING_MINUTES', (text) => /^\d{1,5}$/.test(text)),
    /** Set by Netlify: the site whose CDN cache to purge. */
    SITE_ID: optional('SITE_ID'),
    /** Base URL of Netlify's API, if not Netlify itself. */
    NETLIFY_API_BASE: optionalAddress('NETLIFY_API_BASE'),
    /** Without it e-mails stay queued. */
    RESEND_API_KEY: optional('RESEND_API_KEY'),
    /** Without it nobody learns of bounces and complaints. */
    RESEND_WEBHOOK_SECRET: optional('RESEND_WEBHOOK_SECRET'),
    /** Base URL of Resend's API, if not Resend itself. */
    RESEND_API_BASE: optionalAddress('RESEND_API_BASE'),
    /** Sender of e-mails, e.g. `Minicia <orders@minicia.example>`. */
    MAIL_FROM: optional('MAIL_FROM', (from) => from.length >= 3),
    /** The shop's public URL; defaults to Netlify's `URL`. */
    SITE_URL: optionalAddress('SITE_URL'),
    URL: addressOrNone(process.env['URL']),
    /** Set by Netlify: deploys of the site are at `<deploy>--<name>.netlify.app`. */
    SITE_NAME: optional('SITE_NAME'),
  };
  if (wrong.length > 0) {
    throw new Error(`Environment variables missing or malformed: ${wrong.join(', ')}`);
  }
  return read;
}

export type Environment = ReturnType<typeof readEnvironment>;

let known: Environment | undefined;

/**
 * The environment variables of the functions, read once.
 * @throws Error naming the missing or malformed variables, never their values.
 */
export function environment(): Environment {
  known ??= readEnvironment();
  return known;
}
