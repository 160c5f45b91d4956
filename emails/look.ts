import { colours as brandColours } from '#brand/colours.ts';

/** E-mail clients do not support custom properties. */
export const colours = { ...brandColours, white: '#fff' } as const;

export const fontFamily = 'Helvetica, Arial, sans-serif';

/** Base styles of every text, because e-mail clients differ in what they inherit. */
export const text = { color: colours.ink, fontSize: 16, lineHeight: '24px' } as const;

/** Legal texts and side links, below a rule. */
export const fineText = {
  color: colours.inkSoft,
  fontSize: 13,
  lineHeight: '20px',
  wordBreak: 'break-word',
} as const;

/**
 * Dark mode styles by class, for clients that support it (Apple Mail, Outlook on phones). Without
 * `!important`, inline styles take precedence over a style sheet.
 */
export const darkStyles = `
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${colours.ink} !important; }
  .sheet { background-color: #211f1d !important; }
  .ink { color: ${colours.bone} !important; }
  .soft { color: ${colours.boneDeep} !important; }
  .line { border-color: ${colours.inkSoft} !important; }
  .rule { border-color: ${colours.bone} !important; }
  .button { background-color: ${colours.bone} !important; color: ${colours.ink} !important; }
}
`;
