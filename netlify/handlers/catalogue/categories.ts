import { catalogueAnswer } from '#server/answer.ts';
import { readCategories } from '#server/listing/read-listing.ts';

export default async function getCategories(): Promise<Response> {
  const { categories, until } = await readCategories();
  return catalogueAnswer(categories, until);
}
