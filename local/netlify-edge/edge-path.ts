import type { Config } from '@netlify/edge-functions';

function patterns(paths: string | string[] | undefined): URLPattern[] {
  if (paths === undefined) return [];
  return [paths].flat().map((pathname) => new URLPattern({ pathname }));
}

/**
 * Whether Netlify runs an edge function with this configuration for a URL of the shop (a path, with or
 * without a query): https://docs.netlify.com/build/edge-functions/declarations/
 */
export function runsOn({ path, excludedPath }: Config, address: string): boolean {
  const { href } = new URL(address, 'https://shop.example');
  const matches = (pattern: URLPattern) => pattern.test(href);
  return patterns(path).some(matches) && !patterns(excludedPath).some(matches);
}
