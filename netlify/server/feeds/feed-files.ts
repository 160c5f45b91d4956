import { stringify } from 'csv-stringify/sync';
import { company } from '#brand/company.ts';
import { type CsvFeed, csvFeeds } from '#domain/feeds/csv-feeds.ts';
import type { FeedItem } from '#domain/feeds/feed-item.ts';
import { googleItem } from '#domain/feeds/google-feed.ts';
import { textElement } from '#domain/basics/xml.ts';
import { brandTexts } from '#brand/texts.ts';

/** A feed as a file, written in pieces. */
export interface FeedFile<Item = FeedItem> {
  type: string;
  start: (site: URL) => string;
  write: (items: readonly Item[]) => string;
  end: string;
}

const googleFile: FeedFile = {
  type: 'application/xml; charset=utf-8',
  start: (site) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
      '<channel>',
      textElement('title', company.brand),
      textElement('link', site.href),
      textElement('description', brandTexts.everyPiece),
      '',
    ].join('\n'),
  write: (items) => items.map((item) => `${googleItem(item)}\n`).join(''),
  end: '</channel>\n</rss>\n',
};

/** Rows of RFC 4180. Meta also wants quotes around cells with a space. */
function csvRows(rows: string[][]): string {
  return stringify(rows, { record_delimiter: 'windows', quoted_match: /\s/ });
}

function csvFile({ columns, cells }: CsvFeed): FeedFile {
  return {
    type: 'text/csv; charset=utf-8',
    start: () => csvRows([[...columns]]),
    write: (items) => csvRows(items.map(cells)),
    end: '',
  };
}

/** The feeds by the last part of their addresses. */
export const feedFiles: Readonly<Record<string, FeedFile>> = {
  'merchant-feed.xml': googleFile,
  'meta.csv': csvFile(csvFeeds.meta),
  'pinterest.csv': csvFile(csvFeeds.pinterest),
  'tiktok.csv': csvFile(csvFeeds.tiktok),
};
