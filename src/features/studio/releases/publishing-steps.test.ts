import { expect, test } from 'vitest';
import type { Publishing, SiteBuild } from '#domain/contracts/staff-releases.ts';
import { publishingSteps } from './publishing-steps.ts';

const at = (minute: number) => `2026-12-04T18:${String(minute).padStart(2, '0')}:00+00:00`;

function read(publishing: Partial<Publishing>, build: Partial<SiteBuild> | null = null) {
  const { steps, isOver } = publishingSteps(
    {
      now: at(1),
      database_at: at(0),
      build_asked_at: null,
      build_started_at: null,
      awaits_build: null,
      has_build_hook: true,
      ...publishing,
    },
    build && { name: 'abc', noted: true, began_at: at(0), built_at: at(59), ...build },
  );
  const marks = steps.map(({ isDone, isLate }) => (isDone ? '✓' : isLate ? '!' : '…')).join('');
  return { marks, isOver, text: steps.map(({ text }) => text).join(' | ') };
}

const begun = { build_asked_at: at(2), build_started_at: at(3), now: at(4) };

test.each([
  ['waits to be asked for', read({ awaits_build: 'soon' }), '✓………', ''],
  ['never asked for', read({ awaits_build: 'soon', now: at(30) }), '✓!……', 'keeps failing'],
  ['stock alone', read({ awaits_build: 'next', now: at(30) }), '✓………', 'next build'],
  [
    'no hook',
    read({ awaits_build: 'soon', has_build_hook: false }),
    '✓!……',
    'set up automatic builds',
  ],
  ['asked for', read({ build_asked_at: at(2), now: at(4) }), '✓✓……', 'Waiting for its start'],
  ['not begun', read({ build_asked_at: at(2), now: at(20) }), '✓✓!…', 'reported its start'],
  ['running', read(begun, { began_at: at(1) }), '✓✓✓…', ''],
  ['failed', read({ ...begun, now: at(40) }, { began_at: at(1) }), '✓✓✓!', 'are unchanged'],
  ['a deploy by hand', read({ ...begun, build_asked_at: null, awaits_build: 'soon' }), '✓✓✓…', ''],
])('a build that is %s', (_name, { marks, isOver, text }, wanted, said) => {
  expect(marks).toBe(wanted);
  expect(text).toContain(said);
  expect(isOver).toBe(false);
});

test.each([
  ['the build that began first', begun, { began_at: at(3) }, true],
  ['a later one', begun, { began_at: at(9) }, true],
  ['an earlier one', begun, { began_at: at(2) }, false],
  ['a noted one, of which the release knows nothing', {}, { began_at: at(9) }, false],
  [
    'one that could not be noted',
    { build_asked_at: at(2) },
    { began_at: at(2), noted: false },
    true,
  ],
])('live by %s', (_name, publishing, build, isLive) => {
  const { marks, isOver } = read({ awaits_build: 'soon', ...publishing }, build);
  expect(isOver).toBe(isLive);
  expect(marks.endsWith('✓')).toBe(isLive);
});

test('changes that need no build are live at once', () => {
  expect(read({})).toMatchObject({ marks: '✓✓', isOver: true });
});
