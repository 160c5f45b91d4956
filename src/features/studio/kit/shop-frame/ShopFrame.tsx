import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fillFrame } from './fill-frame.ts';
import { type Screen, screens } from './screens.ts';
import { useScale } from './use-scale.ts';

interface Props {
  /** HTML of a live page of the shop. */
  html: string;
  title: string;
  screen: Screen;
  /** Renders the content into the page, on every change. Returns its style rules. */
  show: (page: Document) => string;
  /** The element that determines the height of the frame. */
  fits?: string;
  /** The element in the page that contains `children`. */
  place?: (page: Document) => Element;
  children?: (place: Element) => ReactNode;
}

/** A page of the shop at a screen's width, scaled to fit. It is not interactive. */
export function ShopFrame({ html, title, screen, show, fits, place, children }: Props) {
  const { width, height } = screens[screen];
  const { box, scale } = useScale(width);
  const frame = useRef<HTMLIFrameElement>(null);
  const setRules = useRef<((rules: string) => void) | null>(null);
  const [filled, setFilled] = useState<{ page: Document; at: Element } | null>(null);
  const [needed, setNeeded] = useState<number>(height);

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!frame.current || !page) return;
    setRules.current = fillFrame(frame.current, html);
    setFilled({ page, at: place?.(page) ?? page.body });
  }, [html, place]);
  useEffect(() => {
    if (filled) setRules.current?.(show(filled.page));
  });
  useEffect(() => {
    const part = fits === undefined ? null : filled?.page.querySelector(fits);
    if (!part) return;
    const observer = new ResizeObserver(() => setNeeded(part.getBoundingClientRect().height));
    observer.observe(part);
    return () => observer.disconnect();
  }, [filled, fits]);

  const shown = Math.max(1, fits === undefined ? height : Math.ceil(needed));
  return (
    <div ref={box} className="shop-frame" style={{ height: shown * scale, maxWidth: width }}>
      <iframe
        ref={frame}
        sandbox="allow-same-origin"
        title={title}
        // Scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        width={width}
        height={shown}
        style={{ transform: `scale(${scale})` }}
      />
      {filled && children?.(filled.at)}
    </div>
  );
}
