import type { TestProject } from 'vitest/node';
import { startStack } from '#ops/testing/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the installation the journeys use. */
    appUrl: string;
    sandboxUrl: string;
    /** Folder of this run: what one test file leaves there, the next one finds. */
    stackDir: string;
  }
}

/** One installation for all journeys, started by the launcher as a person would, with the sample accounts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // circuits close again quickly here, and an outage soon ends a run, so that no journey need wait for it
  const stack = await startStack({ CIRCUIT_OPEN_MS: '1000', RETRY_BASE_MS: '100', OUTAGE_PATIENCE_MS: '2000' });
  project.provide('appUrl', stack.url);
  project.provide('sandboxUrl', stack.sandboxUrl);
  project.provide('stackDir', stack.dataDir);
  return () => stack.stop();
}
