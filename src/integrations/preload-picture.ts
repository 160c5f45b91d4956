const VIEWPORT = /<meta name="viewport"[^>]*>/;
const MAIN_PICTURE = /<img [^>]*fetchpriority="high"[^>]*>/i;

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1];
}

/**
 * Preloads the page's first high-priority picture, in the candidate its `img` will choose, before
 * everything else in its head: concurrent requests share a slow line. After the viewport tag, on which
 * the choice depends.
 */
export function withPicturePreload(html: string): string {
  const [picture = ''] = MAIN_PICTURE.exec(html) ?? [];
  const candidates = attribute(picture, 'srcset');
  const sizes = attribute(picture, 'sizes');
  if (!candidates || !sizes) return html;
  const link = `<link rel="preload" as="image" imagesrcset="${candidates}" imagesizes="${sizes}" fetchpriority="high">`;
  return html.replace(VIEWPORT, (viewport) => viewport + link);
}
