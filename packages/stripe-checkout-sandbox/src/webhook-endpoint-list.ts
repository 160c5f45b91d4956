import type { Stripe } from 'stripe';
import type { Endpoint } from './endpoint.ts';
import { listPage } from './list-page.ts';
import { pageOnly } from './request-parameters.ts';

type WebhookEndpoint = Omit<Stripe.WebhookEndpoint, 'lastResponse'>;

/** `/v1/webhook_endpoints`: the one endpoint that the sandbox was started with, for all events. */
export const webhookEndpointList: Endpoint = {
  method: 'GET',
  path: '/webhook_endpoints',
  read(form) {
    const query = pageOnly.read(form, '');
    return ({ context, path }) => {
      const endpoints = (context.webhookUrl === null ? [] : [context.webhookUrl]).map(
        (url): WebhookEndpoint => ({
          id: 'we_1local',
          object: 'webhook_endpoint',
          api_version: null,
          application: null,
          created: context.startedAt,
          description: null,
          enabled_events: ['*'],
          livemode: false,
          metadata: {},
          status: 'enabled',
          url,
        }),
      );
      return listPage(endpoints, query, path);
    };
  },
};
