import { useEffect, useRef } from 'react';
import { readText, removeText, writeText } from '#browser/web-storage.ts';

const OFF = 'studioKeysOff';

/** Whether single-key shortcuts are on. Speech input and accidental presses can trigger them, so they can be turned off. */
export function keysAct(): boolean {
  return readText('local', OFF) === null;
}

export function letKeysAct(act: boolean): void {
  if (act) removeText('local', OFF);
  else writeText('local', OFF, '1');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && target.type === 'checkbox')
  );
}

/**
 * Single-key shortcuts by `key`, wherever the focus is; inactive while typing, in dialogs and with a modifier. @see https://www.w3.org/WAI/WCAG22/Understanding/character-key-shortcuts.html
 */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const act = latest.current[event.key];
      if (!act || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      if (!keysAct()) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
