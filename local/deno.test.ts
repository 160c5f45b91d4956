import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasDeno } from './deno.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'minicia-deno-'));
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', path.join(home, '.config'));
  vi.stubEnv('APPDATA', home);
  vi.stubEnv('PATH', home);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  rmSync(home, { recursive: true });
});

test('a machine without Deno and without network has none', async () => {
  expect(await hasDeno({ mayDownload: true })).toBe(false);
});

test('with network, the Netlify CLI can download it', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  expect(await hasDeno({ mayDownload: true })).toBe(true);
});

test('offline it will not be downloaded, network or not', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  expect(await hasDeno({ mayDownload: false })).toBe(false);
});

test('one downloaded earlier by the Netlify CLI is found', async () => {
  const folder = path.join(home, '.config/netlify/deno-cli');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'version.txt'), '2.4.2');
  expect(await hasDeno({ mayDownload: true })).toBe(true);
});

test('an installed one is found', async () => {
  const program = path.join(home, 'deno');
  writeFileSync(program, '#!/bin/sh\nexit 0\n');
  chmodSync(program, 0o755);
  expect(await hasDeno({ mayDownload: true })).toBe(true);
});
