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
  const stack = await startStack();
  project.provide('appUrl', stack.url);
  project.provide('sandboxUrl', stack.sandboxUrl);
  return () => stack.stop();
}
