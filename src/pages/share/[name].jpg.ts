import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { shareName, sharePicture } from '#seo/social-image/social-image.ts';
import { allSubjects } from '#seo/social-image/social-image-subjects.ts';

export async function getStaticPaths() {
  const subjects = await allSubjects();
  return Promise.all(
    subjects.map(async (subject) => ({
      params: { name: await shareName(subject) },
      props: { subject },
    })),
  );
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>;

/** The social preview picture: photograph, brand, name and price. */
export const GET: APIRoute<Props> = async ({ props }) => {
  const picture = await sharePicture(props.subject);
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/jpeg' } });
};
