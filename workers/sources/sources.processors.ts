import type { SOURCE_JOBS } from '#queues/sources/sources.jobs.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { fetchSource } from '#domain/sources/fetch-source.command.ts';
import { readSourceFile } from '#domain/sources/read-source-file.command.ts';
import type { Processor } from '../platform/processor.ts';

export const SOURCE_PROCESSORS: Readonly<Record<keyof typeof SOURCE_JOBS, Processor>> = {
  'fetch-source': { work: fetchSource, settle: settleFailure },
  'read-source': { work: readSourceFile, settle: settleFailure },
};
