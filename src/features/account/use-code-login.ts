import { useEffect, useState } from 'react';
import { readText } from '#browser/web-storage.ts';
import type { CodeLogin } from './CodeLogin.tsx';

/** Loads the form for a login by code. @throws TypeError without a network. */
async function loadForm(): Promise<typeof CodeLogin> {
  return (await import('./CodeLogin.tsx')).CodeLogin;
}

/**
 * The form for a login by code, loaded when it is opened; at once in a tab that waits for its code, such as after a
 * reload.
 * @param onProblem called if it cannot be loaded.
 */
export function useCodeLogin(onProblem: () => void) {
  const [form, setForm] = useState<{ CodeForm: typeof CodeLogin | null }>({ CodeForm: null });

  async function open(): Promise<void> {
    try {
      setForm({ CodeForm: await loadForm() });
    } catch {
      onProblem();
    }
  }

  useEffect(() => {
    if (readText('session', 'loginCode') === null) return;
    loadForm().then(
      (loaded) => setForm({ CodeForm: loaded }),
      // The button tries again, and explains.
      () => undefined,
    );
  }, []);

  return { ...form, open: () => void open(), close: () => setForm({ CodeForm: null }) };
}
