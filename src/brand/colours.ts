/** The brand's colours where a style sheet does not reach; `colours.css` has the same ones, which a test compares. */
export const colours = {
  bone: '#ece9e4',
  backdrop: '#f0eeea',
  boneDeep: '#d6d1c8',
  ink: '#141312',
  inkSoft: '#5b5751',
  oxblood: '#7a1f2b',
} as const;
