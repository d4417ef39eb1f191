import type { TestProject } from 'vitest/node';
import { startStack } from '#ops/testing/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the installation the journeys use. */
    appUrl: string;
    sandboxUrl: string;
  }
}

/** One installation for all journeys, started by the launcher as a person would, with the sample accounts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // circuits close again quickly here, so that a journey after a vendor's outage need not wait for it
  const stack = await startStack({ CIRCUIT_OPEN_MS: '1000', RETRY_BASE_MS: '100' });
  project.provide('appUrl', stack.url);
  project.provide('sandboxUrl', stack.sandboxUrl);
  return () => stack.stop();
}
