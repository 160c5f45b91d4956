/** React's development build expects fast refresh, which Astro sets up only on pages with islands of its own. */
if (import.meta.env.DEV && !('$RefreshReg$' in window))
  Object.assign(window, {
    $RefreshReg$: () => undefined,
    $RefreshSig$: () => (type: unknown) => type,
  });
