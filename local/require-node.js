// Plain JavaScript, because an older Node cannot read the rest.
//
// The npm package `node` puts its own Node before the machine's in every npm script. When its
// installation failed, the machine's older one would run and fail in puzzling ways: say so instead.
const needed = { major: 22, minor: 18 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < needed.major || (major === needed.major && minor < needed.minor)) {
  console.error(
    `This is Node ${process.versions.node}; the shop needs ${needed.major}.${needed.minor} or newer and brings one along.\n` +
      'Run "npm install" (without --ignore-scripts), then try again.',
  );
  process.exit(1);
}
