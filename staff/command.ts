/** `npm run staff -- list | add E-MAIL --role packer|marketer|manager [--yes] | remove E-MAIL | reset-factor E-MAIL`: says who works in the studio. */
import { main } from './main.ts';

process.exitCode = await main();
