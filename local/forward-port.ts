import { connect, createServer } from 'node:net';

/**
 * Forwards a local TCP port to another. Connections wait until `ready` resolves.
 * @throws Error when the first port is taken.
 */
export async function forwardPort(
  from: number,
  to: number,
  ready: Promise<unknown>,
): Promise<void> {
  const server = createServer(async (socket) => {
    socket.on('error', () => socket.destroy());
    try {
      await ready;
    } catch {
      socket.destroy();
      return;
    }
    const onward = connect(to, 'localhost');
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(from, '127.0.0.1', resolve);
  });
  server.unref();
}
