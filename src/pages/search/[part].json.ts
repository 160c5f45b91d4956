import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { searchFiles } from '#content/search-files.ts';

export async function getStaticPaths() {
  const [, ...others] = await searchFiles();
  return others.map((text, index) => ({
    params: { part: String(index + 1) },
    props: { text },
  }));
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>;

/** A further search file of a large shop. */
export const GET: APIRoute<Props> = ({ props }) =>
  new Response(props.text, {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
