import { setImmediate as turn } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { freePorts } from '#ops/testing/stack.ts';
import { describeFile, isFileStoreUnavailable, putFile, putPaidFile, readFile } from './file-store.ts';

useTestDatabase();
let sandbox: Sandbox | undefined;
afterAll(() => sandbox?.close());

it('paid-for bytes wait until the store is available, others do not', async () => {
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

it('reading a file, whole or in part, warns of no leak', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  await putFile('speech/long/0', Buffer.alloc(300_000, 'a'), 'audio/wav');
  const sizes: number[] = [];
  for (const range of [undefined, { start: 2, end: 150_001 }]) sizes.push((await buffer(readFile('speech/long/0', range))).length);
  await turn();
  process.off('warning', note);
  expect([sizes, warnings]).toEqual([[300_000, 150_000], []]);
});
