/**
 * `npm run staff -- list | add E-MAIL --role packer|marketer|manager [--yes] | remove E-MAIL | reset-factor
 * E-MAIL`: manages access to the studio.
 */
import { main } from './main.ts';

process.exitCode = await main();
