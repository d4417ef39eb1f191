import type { JobsOf } from '#queues/registry.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { filmTake, joinTakes } from '#domain/video/film-take.command.ts';
import { transcribeClip } from '#domain/video/transcribe-clip.command.ts';
import type { Processor } from '../platform/processor.ts';

export const VIDEO_PROCESSORS: Readonly<Record<JobsOf<'film'>, Processor>> = {
  'film-take': { work: filmTake, settle: settleFailure },
  'join-takes': { work: joinTakes, settle: settleFailure },
  'hear-clip': { work: transcribeClip, settle: settleFailure },
};
