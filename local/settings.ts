import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isLoopback } from '#domain/basics/loopback.ts';

/** The project's top folder. */
export const projectFolder = path.resolve(import.meta.dirname, '..');

const port = (usual: number) => z.coerce.number().int().min(1).max(65_535).default(usual);

const Settings = z.object({
  SUPABASE_URL: z.url(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
  SUPABASE_SECRET_KEY: z.string().min(1),
  SUPABASE_JWT_SECRET: z.string().min(32).optional(),
  SIGNING_SECRET: z.string('missing: copy it from .env.example').min(32),
  STRIPE_API_BASE: z.url().optional(),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  RESEND_API_BASE: z.url().optional(),
  RESEND_API_KEY: z.string().min(1).optional(),
  ROYAL_MAIL_API_BASE: z.url().optional(),
  SHIPPO_API_BASE: z.url().optional(),
  SHIPPO_API_KEY: z.string().min(1).optional(),
  DRAND_API_BASE: z.url().optional(),
  SHIPPO_WEBHOOK_TOKEN: z.string().min(1).optional(),
  SHOP_PORT: port(8888),
  SITE_PORT: port(4321),
  DATABASE_PORT: port(54_322),
  /** Maximum time without progress before a start of the shop is aborted. */
  START_TIMEOUT_SECONDS: z.coerce.number().positive().default(300),
});

export type Settings = z.infer<typeof Settings>;

/**
 * Some settings make sense only for a stand-in. If the environment selects the hosted service, those in
 * `.env` are ignored.
 */
function ignoreStandInSettings(): void {
  const { SUPABASE_URL, STRIPE_SECRET_KEY, RESEND_API_KEY, ROYAL_MAIL_API_KEY, SHIPPO_API_KEY } =
    process.env;
  if (SUPABASE_URL && !isLoopback(SUPABASE_URL)) {
    process.env['SUPABASE_JWT_SECRET'] ??= '';
    // Draws of a hosted database are real.
    process.env['DRAND_API_BASE'] ??= '';
  }
  if (STRIPE_SECRET_KEY) process.env['STRIPE_API_BASE'] ??= '';
  if (RESEND_API_KEY) process.env['RESEND_API_BASE'] ??= '';
  if (ROYAL_MAIL_API_KEY) process.env['ROYAL_MAIL_API_BASE'] ??= '';
  if (SHIPPO_API_KEY) process.env['SHIPPO_API_BASE'] ??= '';
}

/**
 * Reads the settings from the environment, falling back to `.env`, which is created from `.env.example` if
 * missing. An empty value counts as not set.
 * @throws Error naming each variable that is missing or malformed.
 */
export function readSettings(folder = projectFolder): { settings: Settings; madeEnvFile: boolean } {
  const envFile = path.join(folder, '.env');
  const madeEnvFile = !existsSync(envFile);
  if (madeEnvFile) copyFileSync(path.join(folder, '.env.example'), envFile);
  ignoreStandInSettings();
  process.loadEnvFile(envFile);
  const present = Object.fromEntries(
    Object.entries(process.env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { data: settings, error } = Settings.safeParse(present);
  if (error) {
    const problems = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Settings are missing or wrong (see .env.example):\n${problems.join('\n')}`);
  }
  return { settings, madeEnvFile };
}
