/** Loads play-films.ts where a product has a film. @param life aborted when the shopper leaves. */
export async function startFilms(gallery: Element | null, life: AbortSignal): Promise<void> {
  if (!gallery?.querySelector('video')) return;
  const { playFilms } = await import('./play-films.ts');
  if (!life.aborted) playFilms(gallery, life);
}
