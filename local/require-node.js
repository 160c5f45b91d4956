// Plain JavaScript, because an older Node cannot read the rest.
//
// The machine's Node runs npm: Node 20 will do (`engines` in package.json). The code runs on the one
// that the npm package `node` puts first in every npm script. When its installation failed, the
// machine's older one would run and fail in puzzling ways: say so instead.

/** The first Node that runs TypeScript as it is. */
const needed = { major: 22, minor: 18 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < needed.major || (major === needed.major && minor < needed.minor)) {
  console.error(
    `This is Node ${process.versions.node}; the shop needs ${needed.major}.${needed.minor} or newer and brings one along.\n` +
      'Run "npm install" (without --ignore-scripts), then try again.',
  );
  process.exit(1);
}
