import { isText, shape } from '#domain/basics/shape.ts';
import { readList, readRecord } from '../http/answer.ts';
import { request } from '../http/request.ts';

/** Dispatch and arrival promised for an order placed now; days are ISO dates. */
export interface PromisedDelivery {
  name: string;
  leaves_by: string;
  arrives_from: string;
  arrives_by: string;
}

const isPromised = shape<PromisedDelivery>({
  name: isText,
  leaves_by: isText,
  arrives_from: isText,
  arrives_by: isText,
});

/** The delivery options within the United Kingdom, in the order of the payment page. @throws ApiError */
export function fetchDeliveries(signal?: AbortSignal): Promise<PromisedDelivery[]> {
  return request(
    '/api/listing/deliveries/',
    (body) => readList(readRecord(body).deliveries, isPromised),
    { signal },
  );
}
