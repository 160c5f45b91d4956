import { companyFacts } from './company-facts.ts';
import { fillTemplate } from './fill-template.ts';
import type { Mail } from './mail.ts';
import { thumbnails } from './mail-picture.ts';
import { noticeMailTemplate } from './notice-mail.html.ts';

/** Content of an e-mail other than an order's confirmation, from top to bottom. */
export interface Notice {
  subject: string;
  heading: string;
  picture?: Picture;
  before?: readonly string[];
  items?: readonly Row[];
  after?: readonly string[];
  sections?: readonly Section[];
  button?: Link;
  notes?: readonly string[];
  links?: readonly Link[];
  /** Extra headers. */
  headers?: Record<string, string>;
}

/** A section with a heading: rows of a table, then paragraphs. */
export interface Section {
  title: string;
  rows?: readonly Row[];
  texts?: readonly string[];
}

/** A row's text at the left and, optionally, a picture before it and text at the right. */
export interface Row {
  what: string;
  figure?: string;
  /** Path or URL. */
  image?: string | null;
}

/** A linked picture, for programs that show pictures; the text says the same. */
interface Picture {
  src: string;
  alt: string;
  href: string;
}

/** A link and its label. */
export interface Link {
  label: string;
  href: string;
}

function inWords({ label, href }: Link): string {
  return `${label}: ${href}`;
}

function listed(rows: readonly Row[]): string {
  return rows
    .map(({ what, figure }) =>
      `- ${[what, figure].filter(Boolean).join(': ')}`.replaceAll('\n', ', '),
    )
    .join('\n');
}

function sectionText({ title, rows = [], texts = [] }: Section): string[] {
  return [[`${title}:`, ...(rows.length > 0 ? [listed(rows)] : [])].join('\n'), ...texts];
}

function textOf({ heading, before = [], items = [], after = [], ...rest }: Notice): string {
  const { sections = [], button, notes = [], links = [] } = rest;
  const paragraphs = [
    heading,
    ...before,
    listed(items),
    ...after,
    ...sections.flatMap(sectionText),
    ...(button ? [inWords(button)] : []),
    ...notes,
    links.map(inWords).join('\n'),
    companyFacts.join('\n'),
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

function paragraphsOf(all: readonly string[] = []) {
  return all.map((text) => ({ text }));
}

function rowsOf(rows: readonly Row[], shop: string) {
  return rows.map((row, place) => ({
    thumbnails: thumbnails(row, place, shop),
    what: row.what,
    figure: row.figure ?? '',
  }));
}

function htmlOf(notice: Notice, shop: string): string {
  const { subject, heading, picture, before = [], items = [], after = [] } = notice;
  const { sections = [], button, notes, links = [] } = notice;
  return fillTemplate(noticeMailTemplate, {
    shop,
    title: subject,
    preview: before[0] ?? '',
    heading,
    pictures: picture ? [{ ...picture }] : [],
    before: paragraphsOf(before),
    sections: [{ title: '', rows: items, texts: after }, ...sections].map((section) => ({
      titles: section.title === '' ? [] : [{ title: section.title }],
      rows: rowsOf(section.rows ?? [], shop),
      texts: paragraphsOf(section.texts),
    })),
    buttons: button ? [{ ...button }] : [],
    notes: paragraphsOf(notes),
    linkGroups:
      links.length > 0 ? [{ links: links.map(({ label, href }) => ({ label, href })) }] : [],
  });
}

/** A notice as an e-mail. @param shop the shop's origin, e.g. `https://shop.example`. */
export function mailOfNotice(notice: Notice, to: readonly string[], shop: string): Mail {
  return {
    to,
    subject: notice.subject,
    text: textOf(notice),
    html: htmlOf(notice, shop),
    ...(notice.headers && { headers: notice.headers }),
  };
}
