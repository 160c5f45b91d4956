/** Formats of the settings; `npm run doctor` checks the same ones. */
export const settingForms = {
  /** `Shop <orders@shop.example>`, or the address alone. */
  MAIL_FROM: /^(?:[^<>]+ <[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+)$/,
  BUILD_SPACING_MINUTES: /^\d{1,5}$/,
  /** Supabase's own are longer; shorter ones are too weak for HS256. */
  SUPABASE_JWT_SECRET: /^.{32,}$/,
  /** 128 bits in hexadecimal, or 192 in Base64; `openssl rand -base64 32` is longer. */
  SIGNING_SECRET: /^.{32,}$/,
  PREVIOUS_SIGNING_SECRET: /^.{32,}$/,
};
