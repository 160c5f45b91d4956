import type { DrawEntryBody, DrawLinkBody } from '#domain/contracts/draw-bodies.ts';
import {
  type DrawEntry,
  type DrawFacts,
  isDrawEntry,
  isDrawFacts,
} from '#domain/draws/draw-facts.ts';
import { type DrawRecord, isDrawRecord } from '#domain/draws/draw-record.ts';
import { type Guard, isText, nullish } from '#domain/basics/shape.ts';
import { readRecord } from './http/answer.ts';
import { request } from './http/request.ts';

/** Reads an answer of one form. */
function as<Value>(is: Guard<Value>): (body: unknown) => Value {
  return (body) => {
    if (!is(body)) throw new TypeError('Unexpected answer');
    return body;
  };
}

/** The last draw of a product. @throws ApiError 404 without one. */
export function fetchDraw(product: number): Promise<DrawFacts> {
  return request(`/api/draw/?product=${product}`, as(isDrawFacts));
}

/** Address of a draw's published record. */
export function recordAddress({ draw }: Pick<DrawFacts, 'draw'>): string {
  return `/api/draw/record/?draw=${draw}`;
}

/** A draw's published record. @throws ApiError 404 before its entries are closed. */
export function fetchDrawRecord(draw: Pick<DrawFacts, 'draw'>): Promise<DrawRecord> {
  return request(recordAddress(draw), as(isDrawRecord));
}

const readToken = (answer: unknown) => as(nullish(isText))(readRecord(answer).token) ?? null;

/**
 * Enters a draw.
 * @returns the entry's token if the address is that of the account, and confirmed; else null: a link was mailed.
 * @throws ApiError 400 with the field `email`; 409 if the draw is closed; 429.
 */
export function enterDraw(body: DrawEntryBody, access?: string): Promise<string | null> {
  return request('/api/draw/enter/', readToken, { method: 'POST', body, access });
}

/**
 * Reads an entry by its mailed link, after confirming, withdrawing or claiming it.
 * @param access the buyer's, for a claim.
 * @throws ApiError 400 for a link that is incomplete or expired; 401 for a claim without a login; 409.
 */
export function followDrawLink(body: DrawLinkBody, access?: string): Promise<DrawEntry> {
  return request('/api/draw/entry/', as(isDrawEntry), { method: 'POST', body, access });
}
