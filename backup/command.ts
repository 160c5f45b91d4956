/** `npm run backup` and `npm run restore`: copies the database and Storage into a folder, and back into a new project. */
import { main } from './main.ts';

process.exitCode = await main();
