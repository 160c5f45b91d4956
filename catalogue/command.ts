/** `npm run catalogue`: exports the catalogue, and imports files that are too large for the studio as drafts. */
import { main } from './main.ts';

process.exitCode = await main();
