// Checks a draw without the shop: node check-draw.mjs draw.json [your receipt]. The file is /draws/<id>.json of the shop.
// Nothing but Node is needed. The beacon's signature is compared with the one that two independent operators publish.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const chain = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
const [file, mine] = process.argv.slice(2);
const draw = JSON.parse(readFileSync(file, 'utf8'));
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const hex = (text) => Buffer.from(text, 'hex');
const tag = (byte) => Buffer.from([byte]);

function leaf(variant, receipt) {
  const colour = Buffer.alloc(8);
  colour.writeBigUInt64BE(BigInt(variant));
  return sha256(tag(0), hex(draw.draw.replaceAll('-', '')), colour, hex(receipt));
}

/** The tree of RFC 6962, by its own definition: split at the largest power of two below the number of leaves. */
function root(leaves) {
  if (leaves.length === 1) return leaves[0];
  const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(tag(1), root(leaves.slice(0, half)), root(leaves.slice(half)));
}

const faults = [];
const entries = draw.lists.flatMap(({ variant, receipts }) => receipts.map((receipt) => leaf(variant, receipt)));
entries.sort(Buffer.compare);
const found = entries.length > 0 ? root(entries).toString('hex') : null;
if (found !== draw.root || entries.length !== draw.entries) faults.push('the entries do not have the published root');
if (draw.signature !== null) {
  const seed = sha256(hex(draw.signature));
  for (const { variant, pieces, receipts, order } of draw.lists) {
    const rank = new Map(receipts.map((receipt) => [receipt, sha256(tag(2), hex(draw.root), seed, leaf(variant, receipt))]));
    const drawn = receipts.toSorted((one, other) => Buffer.compare(rank.get(one), rank.get(other)));
    if (drawn.join() !== order.join()) faults.push(`the order of colour ${variant} does not follow from root and seed`);
    console.log(`Colour ${variant}, winners of ${pieces}:\n${drawn.slice(0, pieces).join('\n')}`);
    if (drawn.includes(mine)) console.log(`Your entry came ${drawn.indexOf(mine) + 1} of ${drawn.length}.`);
  }
  for (const host of process.env.OFFLINE ? [] : ['https://api.drand.sh', 'https://drand.cloudflare.com']) {
    const round = await (await fetch(`${host}/${chain}/public/${draw.seed_round}`)).json();
    if (round.signature !== draw.signature) faults.push(`${host} has another signature`);
  }
}
console.log(faults.length > 0 ? `WRONG: ${faults.join('; ')}` : `Right: root ${draw.root}`);
process.exitCode = faults.length > 0 ? 1 : 0;
