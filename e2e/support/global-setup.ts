import type { TestProject } from 'vitest/node';
import { startStack } from '#ops/testing/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the installation under test. */
    appUrl: string;
    sandboxUrl: string;
    /** Folder of this test run, through which test files share data. */
    stackDir: string;
  }
}

/** Starts one installation for all journeys, through the launcher as a user would, with the sample accounts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // short circuit breaks and outages, so that journeys need not wait for them; the services that journeys break must not hold up new people
  const stack = await startStack({
    CIRCUIT_OPEN_MS: '1000',
    RETRY_BASE_MS: '100',
    OUTAGE_PATIENCE_MS: '2000',
    MODERATION_FIRST_TEXTS: process.env['MODERATION_FIRST_TEXTS'] ?? '0',
  });
  project.provide('appUrl', stack.url);
  project.provide('sandboxUrl', stack.sandboxUrl);
  project.provide('stackDir', stack.dataDir);
  return () => stack.stop();
}
