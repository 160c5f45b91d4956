/** `npm run fonts`: subsets the packages' fonts into src/styles/fonts. */
import { writeFileSync } from 'node:fs';
import { cutFonts } from './cut-fonts.ts';

for (const { file, bytes } of await cutFonts()) {
  writeFileSync(new URL(file, import.meta.url), bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}
