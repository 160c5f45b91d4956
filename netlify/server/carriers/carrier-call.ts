import type { z } from 'zod';
import { timedFetch } from '../timed-fetch.ts';
import { CarrierAway } from './carrier.ts';

/** Timeout of a call in milliseconds; carriers ask others in turn. */
const carrierCallMs = 20_000;

/** A call of a carrier's API. */
export interface CarrierCall {
  method?: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

const fetchCarrier = timedFetch(carrierCallMs);

/** Makes a call. @throws CarrierAway without a response, when the carrier is busy or broken, or rejects the key. */
export async function callCarrier({
  method = 'GET',
  url,
  headers,
  body,
}: CarrierCall): Promise<Response> {
  let response: Response;
  try {
    response = await fetchCarrier(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new CarrierAway('The carrier did not answer', { cause: error });
  }
  const { status } = response;
  if (status === 401 || status === 403) {
    throw new CarrierAway(`The carrier rejects the API key (${status})`);
  }
  if (status === 429 || status >= 500) throw new CarrierAway(`The carrier is busy (${status})`);
  return response;
}

/** The parsed body of a response. @throws CarrierAway if it is cut off, or not of the documented form. */
export async function bodyOf<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  try {
    return schema.parse(await response.json());
  } catch (error) {
    throw new CarrierAway(`The carrier's answer (${response.status}) could not be read`, {
      cause: error,
    });
  }
}

/** The bytes of a PDF. @throws CarrierAway if the response is something else. */
export async function pdfOf(response: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!response.ok || new TextDecoder('latin1').decode(bytes.slice(0, 5)) !== '%PDF-') {
    throw new CarrierAway(`The carrier sent no PDF (${response.status})`);
  }
  return bytes;
}
