import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { imageSources } from './image-sources.ts';

const project = 'https://abcdefghijklmnopqrst.supabase.co';
const bucket = '/storage/v1/object/public/catalogue';

/** Whether the Image CDN fetches a URL: Netlify searches it for each pattern. */
function fetches(address: string, patterns = imageSources(`${project}/`)): boolean {
  return patterns.some((pattern) => new RegExp(pattern).test(address));
}

test('an imported picture may be fetched from the project’s own storage', () => {
  expect(fetches(`${project}${bucket}/hat-red-1.4f2a.jpg`)).toBe(true);
});

test('a project with a custom domain stores its pictures there', () => {
  const patterns = imageSources('https://data.minicia.example');
  expect(fetches(`https://data.minicia.example${bucket}/hat.jpg`, patterns)).toBe(true);
});

describe('nothing else may be fetched:', () => {
  test.each([
    ['another project', `https://zzzzzzzzzzzzzzzzzzzz.supabase.co${bucket}/a.jpg`],
    ['another bucket', `${project}/storage/v1/object/public/private/a.jpg`],
    ['a bucket with a longer name', `${project}/storage/v1/object/public/catalogue2/a.jpg`],
    ['a URL in a query', `http://127.0.0.1:9/x.svg?${project}${bucket}/a`],
    ['a URL in a fragment', `http://127.0.0.1:9/x.svg#${project}${bucket}/a`],
    ['a URL in a path', `https://evil.example/${project}${bucket}/a.jpg`],
    ['loopback', `http://127.0.0.1:54321${bucket}/a.jpg`],
    ['loopback in a query', `http://127.0.0.1:9/x.svg?http://127.0.0.1:1${bucket}/a`],
    ['a host with a suffix', `${project}.evil.example${bucket}/a.jpg`],
    ['a user name in the URL', `${project}@evil.example${bucket}/a.jpg`],
    ['another character for a dot', `https://abcdefghijklmnopqrstxsupabase.co${bucket}/a.jpg`],
    ['plain http', `http://abcdefghijklmnopqrst.supabase.co${bucket}/a.jpg`],
    ['a picture with a query', `${project}${bucket}/a.jpg?width=9`],
    ['the cloud’s metadata', 'http://169.254.169.254/latest/meta-data'],
  ])('%s', (_what, address) => {
    expect(fetches(address)).toBe(false);
  });
});

test.each([undefined, '', 'http://127.0.0.1:54321'])(
  'a build from %j allows no pictures',
  (url) => {
    expect(imageSources(url)).toEqual([]);
  },
);

const Images = z.object({ images: z.object({ remote_images: z.array(z.string()) }) });
const Toml = z.looseObject({ images: z.never().optional(), context: z.object({ local: Images }) });

test('Netlify’s dev server alone may fetch from local storage, and nothing else on this machine', () => {
  const toml = readFileSync(new URL('../../netlify.toml', import.meta.url), 'utf8');
  const { remote_images: patterns } = Toml.parse(parse(toml)).context.local.images;
  expect(fetches(`http://127.0.0.1:54321${bucket}/a.jpg`, patterns)).toBe(true);
  for (const address of [
    `http://127.0.0.1:9/x.svg?http://127.0.0.1:1${bucket}/a`,
    `http://127.0.0.1:9/x.svg#http://127.0.0.1:1${bucket}/a`,
    `http://127.0.0.1:54321/storage/v1/object/public/other/a.jpg`,
  ])
    expect(fetches(address, patterns)).toBe(false);
});
