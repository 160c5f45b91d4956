function isFilled(value: string): boolean {
  return value.length > 0;
}

/** Netlify's own `URL` is none in some of its contexts; then it is as good as missing. */
function addressOrNone(value: string | undefined): string | undefined {
  return value && URL.canParse(value) ? value : undefined;
}

/** By hand, because every function reads it when it wakes and a schema takes longer to load than to answer. */
function readEnvironment() {
  const wrong: string[] = [];
  function optional(name: string, fits: (value: string) => boolean = isFilled) {
    const value = process.env[name] || undefined;
    if (value !== undefined && !fits(value)) wrong.push(name);
    return value;
  }
  function required(name: string, fits?: (value: string) => boolean): string {
    const value = optional(name, fits);
    if (value === undefined) wrong.push(name);
    return value ?? '';
  }
  const read = {
    /** Address of the Supabase project. */
    SUPABASE_URL: required('SUPABASE_URL', URL.canParse),
    SUPABASE_SECRET_KEY: required('SUPABASE_SECRET_KEY'),
    /** Set only where tokens are signed with a shared secret; otherwise the project's keys are fetched. */
    SUPABASE_JWT_SECRET: optional('SUPABASE_JWT_SECRET', (secret) => secret.length >= 32),
    STRIPE_SECRET_KEY: required('STRIPE_SECRET_KEY'),
    STRIPE_WEBHOOK_SECRET: required('STRIPE_WEBHOOK_SECRET'),
    /** Where Stripe's API answers, when that is not Stripe itself. */
    STRIPE_API_BASE: optional('STRIPE_API_BASE', URL.canParse),
    /** Starts a build of the site when it is called; without one, changes wait for the next deploy. */
    NETLIFY_BUILD_HOOK: optional('NETLIFY_BUILD_HOOK', URL.canParse),
    /** Set by Netlify alone: whose answers its CDN keeps. */
    SITE_ID: optional('SITE_ID'),
    /** Where Netlify's API answers, when that is not Netlify itself. */
    NETLIFY_API_BASE: optional('NETLIFY_API_BASE', URL.canParse),
    /** Without it no e-mail is sent; what is owed waits. */
    RESEND_API_KEY: optional('RESEND_API_KEY'),
    /** Where Resend's API answers, when that is not Resend itself. */
    RESEND_API_BASE: optional('RESEND_API_BASE', URL.canParse),
    /** Who e-mails are from, e.g. `Minicia <orders@minicia.example>`. */
    MAIL_FROM: optional('MAIL_FROM', (from) => from.length >= 3),
    /** The shop's public address; Netlify's own URL otherwise. */
    SITE_URL: optional('SITE_URL', URL.canParse),
    URL: addressOrNone(process.env['URL']),
  };
  if (wrong.length > 0) {
    throw new Error(`Environment variables missing or malformed: ${wrong.join(', ')}`);
  }
  return read;
}

export type Environment = ReturnType<typeof readEnvironment>;

let known: Environment | undefined;

/**
 * What the functions were given to work with, read once.
 * @throws Error naming the variables that are missing, never their values.
 */
export function environment(): Environment {
  known ??= readEnvironment();
  return known;
}
