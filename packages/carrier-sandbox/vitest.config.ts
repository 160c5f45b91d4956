import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'carrier-sandbox',
    include: ['tests/**/*.test.ts'],
    isolate: false,
    // Limits that only catch a hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
