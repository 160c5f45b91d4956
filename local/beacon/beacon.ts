import { practice } from '#domain/draws/beacon.ts';
import { type RunningServer, startHttpServer } from '../servers/http-server.ts';
import { practiceSignature } from './practice-rounds.ts';

/** Answers as drand's API does, with rounds of the practice chain, any of them at any time. @param port 0 for a free one. */
export function startBeacon(port: number): Promise<RunningServer> {
  return startHttpServer(port, async (request) => {
    const [, chain, part, round] = new URL(request.url).pathname.split('/');
    const number = Number(round);
    if (chain !== practice.hash || part !== 'public' || !Number.isSafeInteger(number))
      return new Response(null, { status: 404 });
    return Response.json({ round: number, signature: await practiceSignature(number) });
  });
}
