import { expect, test } from 'vitest';
import { startHttpServer } from './servers/http-server.ts';

test('requests are handled with their client address', async () => {
  const server = await startHttpServer(0, (_request, ip) => new Response(ip));
  expect(await (await fetch(server.url)).text()).toBe('127.0.0.1');
  await server.close();
});

test('a taken port is refused, and is free again once closed', async () => {
  const first = await startHttpServer(0, () => new Response('first'));
  const port = Number(new URL(first.url).port);
  const second = () => startHttpServer(port, () => new Response('second'));
  await expect(second()).rejects.toThrow('EADDRINUSE');
  await first.close();
  const server = await second();
  expect(await (await fetch(server.url)).text()).toBe('second');
  await server.close();
});
