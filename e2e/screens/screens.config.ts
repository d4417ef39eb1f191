import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Not tests: takes the pictures of `npm run screens` with the installation and the scenes of the journeys. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'every-screen.shots.ts',
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results/screens',
  workers: 1,
  timeout: 300_000,
  use: { ...base.use, trace: 'off', screenshot: 'off' },
});
