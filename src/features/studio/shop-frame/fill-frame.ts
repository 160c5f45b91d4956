function sheetOf(window: Window & typeof globalThis, rules: string): CSSStyleSheet {
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/** A page without what it runs, and the rules that it was built with, which the studio's policy allows in sheets only. */
export function readPage(html: string): { page: Document; rules: string[] } {
  const rules: string[] = [];
  const bare = html
    .replaceAll(/<noscript\b.*?<\/noscript>/gs, '')
    .replaceAll(/<style\b[^>]*>(.*?)<\/style>/gs, (_element, own: string) => {
      rules.push(own);
      return '';
    });
  const page = new DOMParser().parseFromString(bare, 'text/html');
  for (const one of page.querySelectorAll('script, link, dialog')) one.remove();
  return { page, rules };
}

/**
 * Puts a page into an empty frame: what it looks like without what it runs. Its styles come as sheets, since
 * the frame is subject to the studio's policy, which knows no style elements of other pages.
 * @returns puts the page's own rules in place of those that it was built with, with each call.
 */
export function fillFrame(
  frame: HTMLIFrameElement,
  html: string,
): ((rules: string) => void) | null {
  const { contentDocument: inside, contentWindow } = frame;
  // The type of a frame's window lacks its constructors.
  const window = contentWindow as (Window & typeof globalThis) | null;
  if (!inside || !window) return null;
  const { page, rules: built } = readPage(html);
  const styles = built.map((rules) => sheetOf(window, rules));
  const { lang, dataset } = page.documentElement;
  inside.documentElement.lang = lang;
  Object.assign(inside.documentElement.dataset, dataset);
  inside.body.className = page.body.className;
  inside.body.replaceChildren(...inside.importNode(page.body, true).childNodes);
  // To be looked at: its links and buttons do nothing here.
  inside.body.inert = true;
  inside.adoptedStyleSheets = styles;
  return (rules) => {
    inside.adoptedStyleSheets = [...styles, sheetOf(window, rules)];
  };
}

/** What the shop adds to the prices on a page that was put into a frame, in per cent. */
export function taxOf(page: Document): number {
  return Number(page.documentElement.dataset['tax'] ?? 0);
}
