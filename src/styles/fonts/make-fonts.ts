/** `npm run fonts`: cuts the faces of src/fonts from those of their packages. */
import { writeFileSync } from 'node:fs';
import { cutFonts } from './cut-fonts.ts';

for (const { file, bytes } of await cutFonts()) {
  writeFileSync(new URL(file, import.meta.url), bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}
