/** Something to correct in a catalogue file before it can be imported. */
export interface Mistake {
  /** Where in the file: "row 12", "product 3, colour 2"; `null` for the file as a whole. */
  place: string | null;
  /** The column, or in JSON the key. */
  column: string | null;
  /** What is wrong and how to correct it, in plain words. */
  message: string;
}

/** A mistake as one line for the marketer. */
export function describeMistake({ place, column, message }: Mistake): string {
  const where = [place, column && `column “${column}”`].filter(Boolean).join(', ');
  return where === '' ? message : `${where}: ${message}`;
}
