/** Limits of a product's film. */
export const filmLimits = { bytes: 2_000_000, seconds: 8, width: 480, height: 600 } as const;

/** Files that a film input offers. */
export const acceptedFilms = 'video/mp4,video/webm,.mp4,.webm';

/** Endings of the stored files, which say how a film is served. */
export const filmTypes = { mp4: 'video/mp4', webm: 'video/webm' } as const;
export type FilmEnding = keyof typeof filmTypes;

/** Whether a URL is that of a stored film. */
export function isFilm(address: string): boolean {
  return /\.(?:mp4|webm)$/.test(address);
}
