function sheetOf(window: Window & typeof globalThis, rules: string): CSSStyleSheet {
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/** A page without scripts, and its style rules, which the studio's CSP allows only as sheets. */
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
 * Renders a page into an empty frame, without scripts. Styles become sheets, because the studio's CSP, which applies to
 * the frame, allows no style elements of other pages.
 * @returns a function that replaces the page's built style rules.
 */
export function fillFrame(
  frame: HTMLIFrameElement,
  html: string,
): ((rules: string) => void) | null {
  const { contentDocument: inside, contentWindow } = frame;
  // The type of a frame's window lacks constructors.
  const window = contentWindow as (Window & typeof globalThis) | null;
  if (!inside || !window) return null;
  const { page, rules: built } = readPage(html);
  const styles = built.map((rules) => sheetOf(window, rules));
  const { lang, dataset } = page.documentElement;
  inside.documentElement.lang = lang;
  Object.assign(inside.documentElement.dataset, dataset);
  inside.body.className = page.body.className;
  inside.body.replaceChildren(...inside.importNode(page.body, true).childNodes);
  // Inert: its links and buttons do nothing here.
  inside.body.inert = true;
  inside.adoptedStyleSheets = styles;
  return (rules) => {
    inside.adoptedStyleSheets = [...styles, sheetOf(window, rules)];
  };
}

/** Tax added to prices on the page in a frame, per cent. */
export function taxOf(page: Document): number {
  return Number(page.documentElement.dataset['tax'] ?? 0);
}
