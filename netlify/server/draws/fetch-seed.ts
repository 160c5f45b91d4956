import { z } from 'zod';
import {
  beaconAddresses,
  type BeaconChain,
  isSignedRound,
  practice,
  quicknet,
} from '#domain/draws/beacon.ts';
import { environment } from '../environment.ts';
import { log } from '../log.ts';
import { timedFetch } from '../timed-fetch.ts';

const Round = z.object({ round: z.int(), signature: z.string() });

/** Milliseconds for each operator, so that a silent one leaves time for the other. */
const patienceMs = 5000;

/** The chain of this shop, and the addresses that serve it. */
function beacon(): { chain: BeaconChain; addresses: readonly string[] } {
  const { DRAND_API_BASE } = environment();
  return DRAND_API_BASE
    ? { chain: practice, addresses: [DRAND_API_BASE] }
    : { chain: quicknet, addresses: beaconAddresses };
}

/**
 * The beacon's signature of a round, from the first operator with a right one: neither can make one up.
 * @returns null if none has it.
 */
export async function fetchSeed(round: number): Promise<string | null> {
  const { chain, addresses } = beacon();
  for (const address of addresses) {
    try {
      const answer = await timedFetch(patienceMs)(`${address}/${chain.hash}/public/${round}`);
      const given = Round.parse(await answer.json());
      if (given.round === round && (await isSignedRound(chain, round, given.signature)))
        return given.signature;
      log.error('BEACON WRONG: it signed something else', { address, round });
    } catch (error) {
      log.warn('A beacon did not answer', { address, round, error });
    }
  }
  return null;
}
