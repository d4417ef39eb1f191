import { afterAll, expect, it } from 'vitest';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { freePorts } from '#ops/testing/stack.ts';
import { describeFile, isFileStoreUnavailable, putFile, putPaidFile } from './file-store.ts';

useTestDatabase();
let sandbox: Sandbox | undefined;
afterAll(() => sandbox?.close());

it('bytes that were paid for wait until the store is there, others do not', async () => {
  const [port] = (await freePorts(1)) as [number];
  setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(`http://127.0.0.1:${port}`) } });
  const bytes = Buffer.from('a voice');
  const refused = await putFile('speech/other/0', bytes, 'audio/wav').catch((error: unknown) => error);
  expect(isFileStoreUnavailable(refused)).toBe(true);
  const stored = putPaidFile('speech/step/0', bytes, 'audio/wav');
  sandbox = await startSandbox({ port });
  expect(await stored).toEqual(await describeFile('speech/step/0'));
  expect(await describeFile('speech/other/0')).toBeNull();
});
