import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'stripe-checkout-sandbox',
    include: ['tests/**/*.test.ts'],
    // One worker for all files: they share no state.
    isolate: false,
    // Limits that only catch a hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
