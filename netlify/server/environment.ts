import { z } from 'zod';

const Environment = z.object({
  /** Address of the Supabase project. */
  SUPABASE_URL: z.url(),
  SUPABASE_SECRET_KEY: z.string().min(1),
  /** Set only where tokens are signed with a shared secret; otherwise the project's keys are fetched. */
  SUPABASE_JWT_SECRET: z.string().min(32).optional(),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  /** Where Stripe's API answers, when that is not Stripe itself. */
  STRIPE_API_BASE: z.url().optional(),
  /** Starts a build of the site when it is called; without one, changes wait for the next deploy. */
  NETLIFY_BUILD_HOOK: z.url().optional(),
  /** Set by Netlify alone: whose answers its CDN keeps. */
  SITE_ID: z.string().min(1).optional(),
  /** Where Netlify's API answers, when that is not Netlify itself. */
  NETLIFY_API_BASE: z.url().optional(),
  /** Without it no e-mail is sent; what is owed waits. */
  RESEND_API_KEY: z.string().min(1).optional(),
  /** Where Resend's API answers, when that is not Resend itself. */
  RESEND_API_BASE: z.url().optional(),
  /** Who e-mails are from, e.g. `Minicia <orders@minicia.example>`. */
  MAIL_FROM: z.string().min(3).optional(),
  /** The shop's public address; Netlify's own URL otherwise. */
  SITE_URL: z.url().optional(),
  URL: z.url().optional().catch(undefined),
});

export type Environment = z.infer<typeof Environment>;

let parsed: Environment | undefined;

/**
 * What the functions were given to work with, read once.
 * @throws Error naming the variables that are missing, never their values.
 */
export function environment(): Environment {
  if (parsed) return parsed;
  const present = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value));
  const { data, error } = Environment.safeParse(present);
  if (error) {
    const names = error.issues.map((issue) => issue.path.join('.'));
    throw new Error(`Environment variables missing or malformed: ${names.join(', ')}`);
  }
  parsed = data;
  return data;
}
