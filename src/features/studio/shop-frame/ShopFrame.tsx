import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fillFrame } from './fill-frame.ts';
import { type Screen, screens } from './screens.ts';
import { useScale } from './use-scale.ts';

interface Props {
  /** A page of the shop as it is online. */
  html: string;
  title: string;
  screen: Screen;
  /** Puts what is to be seen into the page, again with every change. Returns its style rules. */
  show: (page: Document) => string;
  /** What is as high as the frame has to be. */
  fits?: string;
  /** Where in the page `children` are drawn. */
  place?: (page: Document) => Element;
  children?: (place: Element) => ReactNode;
}

/** A page of the shop in the width of a screen, as large as there is room. Nothing in it can be pressed. */
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
        // To be scrolled by keys.
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
