import { z } from 'zod';

/** Base path of Storage, as in a hosted project. */
const storagePath = '/storage/v1';
const signPath = `${storagePath}/object/sign/`;

const Asked = z.object({ expiresIn: z.number(), paths: z.array(z.string()) });
const Signed = z.object({ signedUrl: z.string() });
const Refused = z.object({ message: z.string() });

type Answering = (request: Request) => Promise<Response>;

async function signOne(answer: Answering, request: Request, path: string, expiresIn: number) {
  const one = await answer(
    new Request(`${request.url}/${path}`, {
      method: 'POST',
      headers: request.headers,
      body: JSON.stringify({ expiresIn }),
    }),
  );
  const said: unknown = await one.json();
  if (!one.ok) return { path, signedURL: null, error: Refused.parse(said).message };
  const { signedUrl } = Signed.parse(said);
  return { path, signedURL: signedUrl.replace(storagePath, ''), error: null };
}

/**
 * Lets Storage sign several URLs in one call, as hosted Storage does: the local server mistakes that call for
 * one about an object without a name, and its response uses other field names than Supabase's client reads.
 */
export function signingSeveral(answer: Answering): Answering {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const bucket = pathname.startsWith(signPath) ? pathname.slice(signPath.length) : '';
    if (request.method !== 'POST' || !/^[^/]+$/.test(bucket)) return answer(request);
    const { expiresIn, paths } = Asked.parse(await request.json());
    return Response.json(
      await Promise.all(paths.map((path) => signOne(answer, request, path, expiresIn))),
    );
  };
}
