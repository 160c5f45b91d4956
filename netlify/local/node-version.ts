/**
 * The npm package `node` puts its own Node before the machine's in every npm script. When its
 * installation failed, the machine's older one would run and fail in puzzling ways: say so instead.
 * @throws Error when this Node is too old.
 */
export function requireNode(needed = [22, 18]): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = needed;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Error(
    `This is Node ${process.versions.node}; the shop needs ${needed.join('.')} or newer and brings one along.\n` +
      'Run "npm install" (without --ignore-scripts) and start with "npm run dev".',
  );
}
