/** Colour families as shoppers name them, and the words in colour names that belong to each. */
export const colourWords = {
  Black: 'black noir ink jet onyx soot midnight ebony',
  Grey: 'grey gray charcoal graphite slate smoke gunmetal ash stone',
  White: 'white bone milk cream ecru ivory chalk pearl',
  Beige: 'beige oat oatmeal sand camel champagne taupe khaki nude',
  Brown: 'brown cocoa chocolate tobacco espresso cognac tortoise tan coffee mocha amber',
  Red: 'red oxblood bordeaux burgundy maroon crimson scarlet wine cherry',
  Pink: 'pink rose blush fuchsia coral clay',
  Orange: 'orange rust terracotta copper apricot',
  Yellow: 'yellow mustard honey lemon ochre',
  Green: 'green olive moss forest sage pine emerald bottle mint',
  Blue: 'blue navy cobalt denim sky teal indigo',
  Purple: 'purple plum lilac lavender violet aubergine',
  Metallic: 'gold silver bronze metallic chrome',
} as const;
