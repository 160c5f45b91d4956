/** `npm run cost`: writes the tables of docs/cost.md from counts and prices. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { costDoc, writtenCostDoc } from './cost-doc.ts';

writeFileSync(costDoc, writtenCostDoc());
spawnSync('oxfmt', [costDoc], { stdio: 'inherit' });
