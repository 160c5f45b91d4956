/** Something in a catalogue file that has to be put right before it can be imported. */
export interface Mistake {
  /** Where in the file: "row 12", "product 3, colour 2"; `null` for the file as a whole. */
  place: string | null;
  /** The column, or the key in JSON, that is meant. */
  column: string | null;
  /** What is wrong and what to write instead, in plain words. */
  message: string;
}

/** One line about a mistake, as a marketer reads it. */
export function describeMistake({ place, column, message }: Mistake): string {
  const where = [place, column && `column “${column}”`].filter(Boolean).join(', ');
  return where === '' ? message : `${where}: ${message}`;
}
