import type { FullConfig } from '@playwright/test';
import { startStack } from '#ops/testing/stack.ts';
import { announce } from './installation.ts';

/** Starts an installation for each worker, through the launcher as a user would, with the sample accounts. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  // short circuit breaks and outages, so that journeys need not wait for them; services that journeys break must not slow down new users
  const settings = {
    CIRCUIT_OPEN_MS: '1000',
    RETRY_BASE_MS: '100',
    OUTAGE_PATIENCE_MS: '2000',
    MODERATION_FIRST_TEXTS: process.env['MODERATION_FIRST_TEXTS'] ?? '0',
  };
  const stacks = await Promise.all(Array.from({ length: workers }, () => startStack(settings)));
  announce(stacks.map(({ url, sandboxUrl, dataDir }) => ({ appUrl: url, sandboxUrl, stackDir: dataDir })));
  return async () => void (await Promise.all(stacks.map((stack) => stack.stop())));
}
