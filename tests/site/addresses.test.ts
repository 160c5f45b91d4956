import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { isMadePicture } from '#domain/catalogue/image.ts';
import { listingOfPlain } from '#domain/catalogue/plain-listing.ts';
import { speculationRules } from '#layouts/speculation-rules.ts';
import { projectFolder } from '#local/settings.ts';
import { siteUrl } from '../support/awkward-site.ts';
import { feedAddresses } from '../support/feed-records.ts';
import { siteFeeds } from '../support/site-feeds.ts';
import { builtFile, builtPages } from '../support/site-pages.ts';

const Toml = z.object({
  build: z.object({
    processing: z.object({ html: z.object({ pretty_urls: z.literal(false) }) }),
  }),
});
const pages = builtPages();
const read = (file: string) => readFileSync(path.join(inject('distFolder'), file), 'utf8');

/**
 * Whether Netlify serves a URL with 200 and no redirect: with pretty URLs off it does so for both `/cart` and
 * `/cart/`. Each page has one URL, without a trailing slash.
 * https://github.com/slorber/trailing-slash-guide#summary
 */
function isServed(address: string): boolean {
  const { pathname } = new URL(address, siteUrl);
  const plain = pathname === '/' || !pathname.endsWith('/');
  if (feedAddresses.some((feed) => feed === pathname)) return true;
  // Functions serve a file that the build stores elsewhere, and further pages of a listing.
  const file =
    pathname === '/sitemap.xml' ? `/arrivals${pathname}` : (listingOfPlain(pathname) ?? pathname);
  return plain && builtFile(siteUrl + file) !== undefined;
}

/** URLs of this site in a text, except the catalogue's pictures. */
function namedIn(text: string): string[] {
  const found = text.matchAll(new RegExp(`${siteUrl}(?:/[^"'<>()\\s?#\\\\]*)?`, 'g'));
  const named = [...new Set([...found].map(([address]) => address))];
  return named.filter((address) => !address.startsWith(`${siteUrl}/catalogue/`));
}

test('Netlify adds no trailing slash by redirect, because pretty URLs are off', () => {
  const toml = readFileSync(path.join(projectFolder, 'netlify.toml'), 'utf8');
  expect(Toml.safeParse(parse(toml)).error).toBeUndefined();
});

test.each(pages)('every link of $path leads to a page without a redirect', ({ targets }) => {
  // The forms of the launch page and of complaints post to API calls, which refuse them without their
  // scripts.
  const own = targets().filter((target) => /^\/(?!api\/)/.test(target));
  expect(own.filter((target) => !isServed(target))).toEqual([]);
});

test('every canonical URL and every URL in pages, sitemap and feeds leads to a page without a redirect', async () => {
  const files = [
    ...pages.map(({ file }) => file),
    'arrivals/sitemap.xml',
    'robots.txt',
    'llms.txt',
  ];
  const texts = [...files.map(read), ...(await siteFeeds()).values()];
  // A link in a list ends before the comma; the Image CDN scales pictures of the catalogue.
  const named = [...new Set(texts.flatMap((text) => namedIn(text.replaceAll(',', ' '))))].filter(
    (address) => address !== `${siteUrl}/.netlify/images`,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((address) => !isServed(address))).toEqual([]);
});

const Rules = z.record(z.string(), z.array(z.object({ where: z.unknown() })));

test('every URL that the speculation rules prerender is canonical', () => {
  const { prerender = [] } = Rules.parse(JSON.parse(speculationRules(false)));
  const patterns = [...JSON.stringify(prerender).matchAll(/"href_matches":"([^"]+)"/g)];
  expect(patterns.length).toBeGreaterThan(9);
  for (const [, pattern = ''] of patterns) {
    const pathname = pattern.replace(/\\\\\?\*$/, '');
    const fits = new URLPattern({ pathname, baseURL: siteUrl });
    expect(pages.filter((page) => fits.test(siteUrl + page.path))).not.toEqual([]);
  }
});

test.each(pages)('the policy of $path comes first in its head, after the encoding', ({ head }) => {
  const [charset, policy] = head().map(({ attrs }) =>
    attrs.map(({ name, value }) => `${name}=${value}`),
  );
  expect(charset).toEqual(['charset=utf-8']);
  expect(policy?.[0]).toBe('http-equiv=content-security-policy');
});

test('the Image CDN makes every picture that a page, part, file or feed names', async () => {
  const files = readdirSync(inject('distFolder'), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => /\.(?:html|json|md|txt|webmanifest|xml)$/.test(file))
    .map(read);
  const named = [...texts, ...(await siteFeeds()).values()].flatMap((text) =>
    [
      ...text.replaceAll(/&(?:amp|#38);/g, '&').matchAll(/\/\.netlify\/images(\?[^\s"'<>\\,)]+)/g),
    ].map(([, query = '']) => query),
  );
  // The plain address that a page's script completes.
  const queries = [...new Set(named)].filter((query) => !query.includes('${'));
  expect(queries.length).toBeGreaterThan(500);
  expect(queries.filter((query) => !isMadePicture(query))).toEqual([]);
});
