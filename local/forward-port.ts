import { connect, createServer } from 'node:net';

/**
 * Lets a port of this machine lead to another one, whatever is spoken there.
 * @throws Error when the first is taken.
 */
export async function forwardPort(from: number, to: number): Promise<void> {
  const server = createServer((socket) => {
    const onward = connect(to, 'localhost');
    socket.pipe(onward).pipe(socket);
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(from, 'localhost', resolve);
  });
  server.unref();
}
