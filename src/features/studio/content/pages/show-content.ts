import { serverNow } from '#browser/server-clock.ts';
import { imageAddress } from '#domain/catalogue/image.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import type { Content, ContentKey } from '#domain/site-content/content.ts';
import { markdownHtml } from '#domain/site-content/markdown-html.ts';
import { searchKeys } from '#domain/site-content/search-keys.ts';
import { effectiveDay } from '#domain/site-content/effective-day.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { showTile } from '../../categories/show-category.ts';
import { announcementLook } from '#ui/announcement-look.ts';
import { COUNTDOWN_HEADING, showLeft } from '#ui/countdown-parts.ts';

/** Renders content into a page of the shop that was built with other content; repeated on every change. */
type Shows<Key extends ContentKey> = (page: Document, content: Content[Key]) => void;

function setText(element: Element | null | undefined, text: string): void {
  if (element) element.textContent = text;
}

/** Renders Markdown like the build. */
function setMarkdown(element: Element | null | undefined, text: string): void {
  if (!element) return;
  // The list of countries is not part of the text: keep the built page's.
  const list = element.querySelector('[data-duties]')?.outerHTML;
  if (list !== undefined) element.setAttribute('data-duty-list', list);
  element.innerHTML = markdownHtml(text).replaceAll(
    '<p>COUNTRY_DUTIES</p>',
    () => element.getAttribute('data-duty-list') ?? '',
  );
}

function setPicture(img: HTMLImageElement | null, path: string, alt?: string): void {
  if (!img) return;
  if (!img.src.includes(encodeURIComponent(path))) {
    img.removeAttribute('srcset');
    img.src = imageAddress(path, 1280);
  }
  if (alt !== undefined) img.alt = alt;
}

const showHero: Shows<'hero'> = (page, { picture, alt, text, button }) => {
  setPicture(page.querySelector<HTMLImageElement>('img.hero-picture'), picture, alt);
  page.querySelector('[data-hero-words]')?.remove();
  const worded = text !== '' || button !== '';
  page.querySelector('.hero')?.classList.toggle('worded', worded);
  if (!worded) return;
  const words = page.createElement('div');
  words.className = 'hero-words';
  words.dataset.heroWords = '';
  const line = page.createElement('p');
  line.textContent = text;
  const link = page.createElement('a');
  link.className = 'button';
  link.textContent = button;
  words.append(...(text === '' ? [] : [line]), ...(button === '' ? [] : [link]));
  page.querySelector('[data-hero-title]')?.after(words);
};

const showTiles: Shows<'tiles'> = (page, { heading, subtitle, tiles }) => {
  const title = page.querySelector('#new-arrivals');
  setText(title, heading);
  setText(title?.nextElementSibling, subtitle);
  const links = page.querySelectorAll('a.tile');
  for (const [index, { picture, title: name, description }] of tiles.entries()) {
    const link = links[index];
    link?.setAttribute('aria-label', `${name}: ${description}`);
    setPicture(link?.querySelector('img') ?? null, picture);
  }
};

const showFeatured: Shows<'featured'> = (page, content) => {
  const { heading, headline, text, slogan, picture, alt } = content;
  setPicture(page.querySelector<HTMLImageElement>('#featured-picture'), picture, alt);
  const title = page.querySelector('#featured');
  setText(title, heading);
  const lines = headline.split('\n').map((line) => {
    const span = page.createElement('span');
    span.className = 'block';
    span.textContent = line;
    return span;
  });
  const lead = title?.nextElementSibling;
  lead?.replaceChildren(...lines);
  const story = lead?.nextElementSibling;
  setMarkdown(story, text);
  setText(story?.nextElementSibling, slogan);
};

const showAnnouncement: Shows<'announcement'> = (page, { text, link }) => {
  page.querySelector('[data-announcement]')?.remove();
  if (text === '') return;
  const bar = page.createElement('p');
  bar.className = announcementLook.bar;
  bar.dataset.announcement = '';
  const words = page.createElement(link === '' ? 'span' : 'a');
  if (link !== '') words.className = announcementLook.link;
  words.textContent = text;
  bar.append(words);
  page.querySelector('[data-site-header]')?.before(bar);
};

/** Current state of a launch page's countdown. */
function setCountdown(
  page: Document,
  after: Element | null | undefined,
  { opens, opens_heading }: Content['launch'],
): void {
  page.querySelector('[data-countdown]')?.remove();
  const model = page.querySelector<HTMLTemplateElement>('[data-countdown-template]');
  const section = model?.content.firstElementChild;
  // `''` is a time that does not exist.
  if (!section || !opens) return;
  const countdown = page.importNode(section, true) as HTMLElement;
  setText(countdown.querySelector('[data-countdown-heading]'), opens_heading || COUNTDOWN_HEADING);
  setText(countdown.querySelector('[data-countdown-time]'), londonText(opens));
  showLeft(countdown, Date.parse(opens) - serverNow());
  after?.after(countdown);
}

const showLaunch: Shows<'launch'> = (page, content) => {
  const { headline, text, picture } = content;
  const title = page.querySelector('h1');
  setText(title, headline);
  setText(title?.nextElementSibling, text);
  setCountdown(page, title?.nextElementSibling, content);
  setPicture(page.querySelector<HTMLImageElement>('#launch-picture'), picture);
};

const showFaq: Shows<'faq'> = (page, { questions }) => {
  const [model] = page.querySelectorAll('details.faq');
  const list = model?.parentElement;
  if (!model || !list) return;
  const all = questions.map(({ question, answer }) => {
    const details = page.importNode(model, true);
    // Different names: of `details` with one name only one can be open.
    details.removeAttribute('name');
    details.toggleAttribute('open', true);
    setText(details.querySelector('h2'), question);
    setMarkdown(details.querySelector('.prose'), answer);
    return details;
  });
  list.replaceChildren(...all);
};

const showText: Shows<'terms' | 'returns' | 'privacy' | 'contact'> = (page, content) => {
  const title = page.querySelector('article h1');
  setText(title, content.title);
  page.querySelector('article h1 + p.text-ink-soft')?.remove();
  if (content.effective !== null) {
    const day = page.createElement('p');
    day.className = 'mt-6 text-ink-soft';
    day.textContent = `Effective ${effectiveDay(content.effective)}`;
    title?.after(day);
  }
  setMarkdown(page.querySelector('article .prose'), content.text);
};

const showContent: { [Key in ContentKey]: Shows<Key> } = {
  hero: showHero,
  tiles: showTiles,
  featured: showFeatured,
  listing: (page, { tile }) => showTile(page, tile),
  announcement: showAnnouncement,
  launch: showLaunch,
  faq: showFaq,
  terms: showText,
  returns: showText,
  privacy: showText,
  contact: showText,
  // Not on the page itself.
  ...eachOf(searchKeys, () => () => undefined),
};

function put<Key extends ContentKey>(page: Document, content: Content, key: Key): void {
  showContent[key](page, content[key]);
}

/** Renders some kinds of content into their page. */
export function putContent(page: Document, content: Content, keys: readonly ContentKey[]): void {
  for (const key of keys) put(page, content, key);
}

/** Headings of kinds below the top of their page. */
const headings: Partial<Record<ContentKey, string>> = {
  tiles: '#new-arrivals',
  featured: '#featured',
  listing: '[data-tile]',
};

const scrolled = new WeakSet<Document>();

/** Scrolls a page once to the first of some kinds of content. */
export function scrollToChange(page: Document, [first]: readonly ContentKey[]): void {
  const heading = first && headings[first];
  const part = heading ? page.querySelector(heading) : null;
  if (!part || scrolled.has(page)) return;
  scrolled.add(page);
  // `scrollIntoView` would scroll the studio around the frame as well.
  page.defaultView?.scrollTo(0, part.getBoundingClientRect().top - 80);
}
