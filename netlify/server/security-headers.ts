/**
 * Security headers of every function's answer. Netlify applies the headers in netlify.toml to static
 * files only, so functions repeat them (the browser tests compare the two).
 *
 * The policy for scripts and styles is a meta element in each page, where Astro writes the hashes;
 * `frame-ancestors` only works as a header. HSTS covers two years and this host alone: add
 * `includeSubDomains` once every host of the domain has HTTPS.
 */
export const securityHeaders = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;
