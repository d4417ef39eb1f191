import { expect, it } from 'vitest';
import { HOSTILE_LESSONS } from '#domain/courses/text/hostile-lessons.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { expectReadOrRefused } from './hostile-lessons.factory.ts';

// `hostile-lessons.test.ts` has one text for each kind of cost; this file has all of them, and each waits for its own restricted processes
useTestDatabase();

it('texts that slow parsers down are more than thirty', () => expect(HOSTILE_LESSONS.length).toBeGreaterThanOrEqual(30));

it.each(HOSTILE_LESSONS)(
  '$description: are read or refused, whatever they are needed for',
  ({ text }) => expectReadOrRefused(text),
  120_000,
);
