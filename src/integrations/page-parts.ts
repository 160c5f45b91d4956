import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { changePages } from './change-pages.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Elements that a document runs or applies itself, or shows only without scripts. */
const INLINE = new Set(['script', 'style', 'noscript']);

/** A node's elements, itself included, in source order. */
function elementsIn(node: Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  if ('content' in node) return [...own, ...node.content.childNodes.flatMap(elementsIn)];
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(elementsIn)] : own;
}

function attribute({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

/** Source range of an element with its content. */
function placeOf({ tagName, sourceCodeLocation }: Element) {
  const { startOffset = 0, endOffset = 0, startTag, endTag } = sourceCodeLocation ?? {};
  if (!sourceCodeLocation) throw new Error(`The page has no <${tagName}> of its own`);
  return {
    start: startOffset,
    end: endOffset,
    contentStart: startTag?.endOffset ?? endOffset,
    contentEnd: endTag?.startOffset ?? endOffset,
  };
}

/** Whether an element of the head belongs to the page, not to the document. */
function isOfPage(element: Element): boolean {
  const { tagName } = element;
  if (tagName === 'link') return attribute(element, 'rel') === 'canonical';
  if (tagName !== 'meta') return tagName === 'title';
  const name = attribute(element, 'name') ?? '';
  return ['description', 'robots'].includes(name) || attribute(element, 'property') !== undefined;
}

/** Files of islands that do not hydrate immediately (preload-modules.ts). */
function isLater(element: Element): boolean {
  const has = (name: string) => attribute(element, name) !== undefined;
  return element.tagName === 'template' && (has('data-later') || has('data-painted'));
}

function isScriptFile(element: Element): boolean {
  const { tagName } = element;
  return (
    tagName === 'script' && attribute(element, 'type') === 'module' && !!attribute(element, 'src')
  );
}

/**
 * The part of a page that is needed to show it in place of another: `main`, and the elements of the head
 * that belong to the page. Parsed as HTML, because a product's name may look like a tag.
 * @param html the page.
 * @param build identifies the scripts and styles that the part fits; null in development.
 * @throws Error for a page without `main`.
 */
export function partOf(html: string, build: string | null): string {
  const elements = elementsIn(parse(html, { sourceCodeLocationInfo: true }));
  const main = elements.find(({ tagName }) => tagName === 'main');
  if (!main) throw new Error('The page has no main element');
  const inMain = new Set(elementsIn(main));
  const others = elements.filter((element) => !inMain.has(element));
  const source = (wanted: Element[]) =>
    wanted.map((element) => html.slice(placeOf(element).start, placeOf(element).end)).join('');

  const page = others.filter((one) => one.parentNode?.nodeName === 'head' && isOfPage(one));
  // Not as a style element, which another page's policy would not allow.
  const sheet = elements.find((element) => attribute(element, 'data-page-sheet') !== undefined);
  const rules = sheet && html.slice(placeOf(sheet).contentStart, placeOf(sheet).contentEnd);
  const template = rules === undefined ? '' : `<template data-page-sheet>${rules}</template>`;
  const scripts = source(elements.filter(isScriptFile));
  const overHero = others.some((element) => attribute(element, 'data-over-hero') !== undefined);
  const header = overHero ? ' data-header="over-hero"' : '';

  const { start, contentEnd } = placeOf(main);
  let content = '';
  let from = start;
  for (const inline of [...inMain].filter(({ tagName }) => INLINE.has(tagName))) {
    const place = placeOf(inline);
    content += html.slice(from, place.start);
    from = place.end;
  }
  content += html.slice(from, contentEnd) + source(others.filter(isLater));

  const named = build === null ? '' : ` data-build="${build}"`;
  return `<!doctype html><html${named}${header}><head><meta charset="utf-8">${source(page)}${template}${scripts}</head><body>${content}</main></body></html>`;
}

/** Writes the build's name into the page, for its script to compare with a part's. */
export function withBuild(html: string, build: string): string {
  const unnamed = html.replace(/(<html[^>]*?) data-build="[^"]*"/, '$1');
  return unnamed.replace('<html ', () => `<html data-build="${build}" `);
}

/** A digest of the names of the files that pages load, which contain hashes of their content. */
function buildName(folder: string): string {
  const assets = path.join(folder, '_astro');
  const names = existsSync(assets) ? readdirSync(assets).toSorted() : [];
  return createHash('sha256').update(names.join()).digest('base64url').slice(0, 12);
}

/** Serves parts of pages rendered on request by Astro's dev server. */
function developerParts(
  { url = '', headers: { host = '', cookie = '' } }: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const { pathname, origin } = new URL(url, `http://${host}`);
  if (!pathname.endsWith('/part.html')) {
    next();
    return;
  }
  const answer = async () => {
    try {
      const page = await fetch(origin + pathname.slice(0, -'part.html'.length), {
        headers: { cookie, 'Sec-Fetch-Dest': 'document' },
      });
      const html = await page.text();
      const part = page.ok ? partOf(html, null) : html;
      response.writeHead(page.status, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(part);
    } catch (error) {
      next(error);
    }
  };
  void answer();
}

/**
 * Writes `part.html` beside every page that can be shown in place of another.
 * @param isSwapped whether a path belongs to one of these pages.
 */
export function pageParts(isSwapped: (pathname: string) => boolean): AstroIntegration {
  return {
    name: 'page-parts',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(developerParts);
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        const build = buildName(folder);
        changePages(dir, (page, name) => {
          if (path.basename(name) !== 'index.html') return page;
          const html = withBuild(page, build);
          const pathname = `/${path.dirname(name)}`.replace(/^\/\.$/, '/');
          if (isSwapped(pathname))
            writeFileSync(path.join(folder, path.dirname(name), 'part.html'), partOf(html, build));
          return html;
        });
      },
    },
  };
}
