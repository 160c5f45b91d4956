/** `npm run doctor`: checks the settings, the hosted services and the deployed shop, and changes nothing. */
import { main } from './main.ts';

process.exitCode = await main();
