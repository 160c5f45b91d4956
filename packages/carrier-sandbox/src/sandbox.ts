import type { HttpBindings } from '@hono/node-server';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { once } from 'node:events';
import { createFaults, Fault } from './faults.ts';
import { latestScan } from './journey.ts';
import { labelPdf } from './label-pdf.ts';
import { royalMailRoutes } from './royal-mail-routes.ts';
import { shippoRoutes } from './shippo-routes.ts';
import { openState, type SoldLabel } from './state.ts';

/** Options for starting a sandbox. */
export interface CarrierSandboxOptions {
  /** Port on 127.0.0.1; 0 takes any free one. */
  port: number;
  /** The only API key accepted. */
  apiKey: string;
  /** URL of Shippo's webhook `track_updated`, with its token; null sends none. */
  webhookUrl: string | null;
  /** JSON file that keeps the state between runs, written before each answer; in memory only when absent. */
  dataFile?: string;
}

/** A running sandbox. */
export interface CarrierSandbox {
  url: string;
  close(): Promise<void>;
}

/** Starts a local stand-in for carriers' APIs, which sells labels as PDFs and delivers their parcels. */
export async function startCarrierSandbox({
  port,
  apiKey,
  webhookUrl,
  dataFile,
}: CarrierSandboxOptions): Promise<CarrierSandbox> {
  const { state, save } = openState(dataFile);
  const faults = createFaults();
  const now = () => Date.now() + state.ahead;
  let origin = '';
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    const fault = faults.take(c.req.method, c.req.path);
    if (!fault || fault.arrives) await next();
    save();
    if (!fault) return;
    if (fault.status === null) c.env.incoming.socket.destroy();
    c.res = Response.json({ detail: 'Simulated failure.' }, { status: fault.status ?? 503 });
  });

  async function tell(label: SoldLabel): Promise<void> {
    if (webhookUrl === null) return;
    const { status, at } = latestScan(label, now());
    const tracking_status = { status, status_date: at };
    const data = { tracking_number: label.trackingNumber, carrier: 'royal_mail', tracking_status };
    // Shippo repeats an event that is not accepted; the receiver also asks by itself.
    await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ event: 'track_updated', test: true, data }),
    }).catch(() => undefined);
  }

  async function advanceClock(hours: number): Promise<void> {
    const before = now();
    state.ahead += hours * 60 * 60 * 1000;
    save();
    const scanned = state.labels.filter(
      (label) => latestScan(label, before).at !== latestScan(label, now()).at,
    );
    for (const label of scanned) await tell(label);
  }

  app.get('/_control/labels', (c) => c.json(state.labels));
  app.post('/_control/clock', async (c) => {
    await advanceClock(Number(c.req.query('hours')));
    return c.json({ hours: state.ahead / (60 * 60 * 1000) });
  });
  app.post('/_control/faults', async (c) => {
    faults.add(Fault.parse(await c.req.json()));
    return c.json({});
  });
  app.get('/papers/:file', (c) => {
    const label = state.labels.find(({ id }) => `${id}.pdf` === c.req.param('file'));
    if (!label) return c.notFound();
    const pdf = labelPdf([...label.lines, label.trackingNumber]);
    return new Response(Uint8Array.from(pdf), { headers: { 'Content-Type': 'application/pdf' } });
  });
  app.route('/royal-mail/api/v1', royalMailRoutes({ state, apiKey, now }));
  app.route('/', shippoRoutes({ state, apiKey, now, origin: () => origin }));

  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  return {
    url: origin,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
