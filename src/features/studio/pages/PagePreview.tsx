import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fetchPage } from '#api/staff/content.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { Problem } from '../Problem.tsx';

/** Screens to look at a page on, in CSS pixels. */
const screens = {
  Phone: { width: 390, height: 780 },
  Desktop: { width: 1440, height: 900 },
} as const;
type Screen = keyof typeof screens;

function sheetOf(window: Window & typeof globalThis, rules: string): CSSStyleSheet {
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/**
 * Puts a page into an empty frame: what it looks like without what it runs. Its styles come as sheets, since
 * the frame is subject to the studio's policy, which knows no style elements of other pages.
 * @returns puts the page's own rules in place of those that it was built with, with each call.
 */
function fillFrame(frame: HTMLIFrameElement, html: string): ((rules: string) => void) | null {
  const { contentDocument: inside, contentWindow } = frame;
  // The type of a frame's window lacks its constructors.
  const window = contentWindow as (Window & typeof globalThis) | null;
  if (!inside || !window) return null;
  const styles: CSSStyleSheet[] = [];
  const bare = html.replaceAll(/<style\b[^>]*>(.*?)<\/style>/gs, (_element, rules: string) => {
    styles.push(sheetOf(window, rules));
    return '';
  });
  const page = new DOMParser().parseFromString(bare, 'text/html');
  for (const one of page.querySelectorAll('script, link, noscript, dialog')) one.remove();
  inside.documentElement.lang = page.documentElement.lang;
  inside.body.className = page.body.className;
  inside.body.replaceChildren(...inside.importNode(page.body, true).childNodes);
  // To be looked at: its links and buttons do nothing here.
  inside.body.inert = true;
  inside.adoptedStyleSheets = styles;
  return (rules) => {
    inside.adoptedStyleSheets = [...styles, sheetOf(window, rules)];
  };
}

interface FrameProps {
  html: string;
  title: string;
  screen: Screen;
  show: (page: Document) => string;
}

function Frame({ html, title, screen, show }: FrameProps) {
  const { width, height } = screens[screen];
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const setRules = useRef<((rules: string) => void) | null>(null);
  const [room, setRoom] = useState<number>(width);

  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [width]);
  useEffect(() => {
    if (frame.current) setRules.current = fillFrame(frame.current, html);
  }, [html]);
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (page) setRules.current?.(show(page));
  });

  const scale = Math.min(1, room / width);
  return (
    <div ref={box} className="pages-screen" style={{ height: height * scale, maxWidth: width }}>
      <iframe
        ref={frame}
        sandbox="allow-same-origin"
        title={title}
        tabIndex={-1}
        width={width}
        height={height}
        style={{ transform: `scale(${scale})` }}
      />
    </div>
  );
}

interface Props {
  /** The page's path. */
  path: string;
  /** Puts what is being edited into the page. Returns its style rules. */
  show: (page: Document) => string;
}

/** A page of the shop as it will look, on a phone or a desk. */
export function PagePreview({ path, show }: Props) {
  const [screen, setScreen] = useState<Screen>('Phone');
  const page = useQuery({
    queryKey: ['page', path],
    queryFn: ({ signal }) => fetchPage(path, signal),
    staleTime: Infinity,
    refetchInterval: false,
  });
  return (
    <section aria-label="Preview" className="pages-preview">
      <fieldset className="pages-screens">
        <legend className="sr-only">Screen</legend>
        {(Object.keys(screens) as Screen[]).map((name) => (
          <button
            key={name}
            type="button"
            className="studio-small"
            aria-pressed={screen === name}
            onClick={() => setScreen(name)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {page.isError && (
        <Problem
          text="The page cannot be shown here. While the shop is locked, enter it by the launch page first."
          onRetry={() => void page.refetch()}
        />
      )}
      {page.isPending && <Loading />}
      {page.data !== undefined && (
        <Frame
          key={screen}
          html={page.data}
          title={`Preview: ${screen}`}
          screen={screen}
          show={show}
        />
      )}
    </section>
  );
}
