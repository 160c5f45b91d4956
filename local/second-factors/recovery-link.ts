import { createHash, randomInt } from 'node:crypto';
import type { Query } from '../servers/connection-pool.ts';
import { AuthRefusal } from './auth-error.ts';

/** Characters of a one-time code, as `otp_length` in supabase/config.toml. */
export const otpLength = 10;

interface Found {
  id: string;
  aud: string;
  role: string;
  email: string;
  recovery_sent_at: Date;
  raw_app_meta_data: unknown;
  raw_user_meta_data: unknown;
  created_at: Date;
  updated_at: Date;
}

/**
 * Makes a recovery link of a user without mailing it; it replaces the user's earlier one.
 * @throws AuthRefusal 404 for an unknown address.
 * @see https://github.com/supabase/auth/blob/master/internal/api/mail.go (adminGenerateLink)
 */
export async function recoveryLink(sql: Query, address: string, siteUrl: string) {
  const email = address.toLowerCase();
  const otp = Array.from({ length: otpLength }, () => randomInt(10)).join('');
  // The local server's own hash, so that it verifies the token.
  const hash = createHash('sha256').update(email).update(otp).digest('hex');
  const [found] = await sql<Found[]>`
    update auth.users set recovery_token = ${hash}, recovery_sent_at = now() where email = ${email}
    returning id, aud, role, email, recovery_sent_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at`;
  if (!found) throw new AuthRefusal(404, 'user_not_found', 'User with this email not found');
  const { raw_app_meta_data: appMetadata, raw_user_meta_data: userMetadata, ...user } = found;
  const action = new URL('/auth/v1/verify', siteUrl);
  action.search = String(
    new URLSearchParams({ token: hash, type: 'recovery', redirect_to: siteUrl }),
  );
  return {
    ...user,
    phone: '',
    app_metadata: appMetadata,
    user_metadata: userMetadata,
    is_anonymous: false,
    action_link: action.href,
    email_otp: otp,
    hashed_token: hash,
    verification_type: 'recovery',
    redirect_to: siteUrl,
  };
}
