import type { JobsOf } from '#queues/registry.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { fetchSource, readSourceFile } from '#domain/sources/source.commands.ts';
import type { Processor } from '../platform/processor.ts';

export const SOURCE_PROCESSORS: Readonly<Record<JobsOf<'source'>, Processor>> = {
  'fetch-source': { work: fetchSource, settle: settleFailure },
  'read-source': { work: readSourceFile, settle: settleFailure },
};
