import { defineConfig } from '@playwright/test';
import base from './screens.config.ts';
export default defineConfig({
  ...base,
  testMatch: 'review-*.shots.ts',
  snapshotPathTemplate: '/work/looks/e2e/looks/{arg}{ext}',
  updateSnapshots: 'none',
  timeout: 600_000,
  expect: { timeout: 30_000 },
  use: { ...base.use, actionTimeout: 20_000, navigationTimeout: 30_000 },
});
