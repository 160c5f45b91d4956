/** `npm run catalogue`: edits the catalogue in a spreadsheet, and publishes, schedules and undoes releases. */
import { main } from './main.ts';

process.exitCode = await main();
