import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { logger } from '#domain/platform/logger.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { transact } from '#domain/platform/database.ts';
import { allowLogged, expectLogged, judgeLogged, readUndeclared } from './expect-logged.ts';

useTestDatabase();

function judged(): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'coursewright-errors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  judgeLogged(folder);
  return readUndeclared(folder);
}

it('an undeclared error is reported with the test that logged it; a declared one is not', () => {
  logger().error({ hive: 7 }, 'the bees are away');
  logger().error('the wasps are there');
  logger().warn('it rains');
  expectLogged(/"hive":7.*the bees are away/);
  expect(judged()).toEqual([
    expect.stringMatching(/^the wasps are there\n {4}1: ops\/testing\/expect-logged.*an undeclared error is reported/),
  ]);
});

it('a declared error that is not logged fails its test', () => {
  expectLogged(/the bees are away/);
  expect(judged).toThrow('errors that the test expects in the log');
});

describe('in a file that breaks the same thing again and again', () => {
  allowLogged(/the bees are/);

  it('an allowed error is not reported', () => {
    logger().error('the bees are away');
    logger().error('the wasps are there');
    expect(judged()).toEqual([expect.stringMatching(/^the wasps are there/)]);
  });

  it('and need not be logged', () => expect(judged()).toEqual([]));
});

it('a transaction that sends a statement before the previous one is answered is reported', async () => {
  await transact(async (trx) => {
    await trx.raw('select 1');
    await Promise.all([trx.raw('select 1'), trx.raw('select 2')]);
  });
  expect(judged()).toEqual([expect.stringContaining('sent on a connection that is busy: select 2')]);
  await transact(async (trx) => {
    for (const statement of ['select 1', 'select 2']) await trx.raw(statement);
  });
  expect(judged()).toEqual([]);
});
