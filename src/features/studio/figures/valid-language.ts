// uPlot makes a number format of the browser's language as it loads. Chromium on a system without one (LANG=C) reports
// "en-US@posix", which Intl refuses.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-GB' });
}
