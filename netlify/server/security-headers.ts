/**
 * What every answer tells the browser about itself. Netlify adds the headers of netlify.toml to files
 * only, so functions carry the same ones themselves (the browser tests compare the two).
 *
 * The pages' own policy for scripts and styles is in their HTML, where Astro writes the hashes; a
 * header has to say who may frame them. Two years of HTTPS, for this host alone: whether every other
 * host of the domain has HTTPS is for its owner to know, before adding `includeSubDomains`.
 */
export const securityHeaders = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), bluetooth=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;
