import { companyFacts } from './company-facts.ts';
import { fillTemplate } from './fill-template.ts';
import type { Mail } from './mail.ts';
import { noticeMailTemplate } from './notice-mail.html.ts';

/** Content of an e-mail other than an order's confirmation, from top to bottom. */
export interface Notice {
  subject: string;
  heading: string;
  picture?: Picture;
  before?: readonly string[];
  items?: readonly string[];
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

/** A row's text at the left and, optionally, at the right. */
export interface Row {
  what: string;
  figure?: string;
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

function listed(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function sectionText({ title, rows = [], texts = [] }: Section): string[] {
  const lines = rows.map(({ what, figure }) =>
    [what, figure].filter(Boolean).join(': ').replaceAll('\n', ', '),
  );
  return [[`${title}:`, ...(lines.length > 0 ? [listed(lines)] : [])].join('\n'), ...texts];
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

function htmlOf(notice: Notice): string {
  const { subject, heading, picture, before = [], items, after } = notice;
  const { sections = [], button, notes } = notice;
  return fillTemplate(noticeMailTemplate, {
    title: subject,
    preview: before[0] ?? '',
    heading,
    pictures: picture ? [{ ...picture }] : [],
    before: paragraphsOf(before),
    items: paragraphsOf(items),
    after: paragraphsOf(after),
    sections: sections.map((section) => ({
      title: section.title,
      rows: (section.rows ?? []).map(({ what, figure = '' }) => ({ what, figure })),
      texts: paragraphsOf(section.texts),
    })),
    buttons: button ? [{ ...button }] : [],
    notes: paragraphsOf(notes),
    links: (notice.links ?? []).map(({ label, href }) => ({ label, href })),
  });
}

/** A notice as an e-mail. */
export function mailOfNotice(notice: Notice, to: readonly string[]): Mail {
  return {
    to,
    subject: notice.subject,
    text: textOf(notice),
    html: htmlOf(notice),
    ...(notice.headers && { headers: notice.headers }),
  };
}
