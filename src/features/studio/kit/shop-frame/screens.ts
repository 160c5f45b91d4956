/** Preview screens, CSS px. */
export const screens = {
  Phone: { width: 390, height: 780 },
  Desktop: { width: 1440, height: 900 },
} as const;
export type Screen = keyof typeof screens;

export const screenNames = Object.keys(screens) as Screen[];
