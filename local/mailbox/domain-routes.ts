import { Hono } from 'hono';

/**
 * Resend's `GET /domains`: the local stack's sending domain, verified.
 * @see https://resend.com/docs/api-reference/domains/list-domains
 */
export function domainRoutes(apiKey: string): Hono {
  const routes = new Hono();
  routes.get('/', (c) => {
    if (c.req.header('authorization') !== `Bearer ${apiKey}`) {
      const refusal = { statusCode: 403, name: 'invalid_api_key', message: 'API key is invalid.' };
      return c.json(refusal, 403);
    }
    const domain = {
      id: 'local',
      name: 'minicia.example',
      status: 'verified',
      region: 'eu-west-1',
    };
    return c.json({ object: 'list', has_more: false, data: [domain] });
  });
  return routes;
}
