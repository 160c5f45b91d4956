// Plain JavaScript, because an older Node cannot run TypeScript.
//
// npm runs on the machine's Node, at least Node 20 (`engines` in package.json). The code runs on the version
// that the npm package `node` puts first in the PATH of every npm script. If its installation failed, the
// machine's older Node would fail in puzzling ways, so this reports the cause.

/** The first Node that runs TypeScript without flags. */
const needed = { major: 22, minor: 18 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < needed.major || (major === needed.major && minor < needed.minor)) {
  console.error(
    `This is Node ${process.versions.node}; the shop needs ${needed.major}.${needed.minor} or newer, which "npm install" provides.\n` +
      'Run "npm install" (without --ignore-scripts), then try again.',
  );
  process.exit(1);
}
