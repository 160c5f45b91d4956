import { expect, test } from 'vitest';
import { mainThreadTime } from './whole-visit.ts';

const thread = (pid: number, name: string) => ({
  name: 'thread_name',
  pid,
  tid: 1,
  args: { name },
});
const task = (pid: number, tdur: number) => ({
  name: 'ThreadControllerImpl::RunTask',
  pid,
  tid: 1,
  tdur,
  args: { src_file: 'queue.cc' },
});

test('adds up the CPU time of the main threads of all renderers, in milliseconds', () => {
  const trace = [
    task(7, 1500),
    thread(7, 'CrRendererMain'),
    thread(8, 'CrRendererMain'),
    thread(9, 'CrBrowserMain'),
    task(8, 500),
    task(9, 9000),
    { ...task(7, 9000), name: 'Paint' },
  ];
  expect(mainThreadTime(trace)).toBe(2);
});
