import type { JobsOf } from '#queues/registry.ts';
import { checkScript } from '#domain/audio/check-script.command.ts';
import { closeAudio } from '#domain/audio/close-audio.command.ts';
import { speakScript } from '#domain/audio/speak-script.command.ts';
import { correctScript, writeScript } from '#domain/audio/write-script.command.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import type { Processor } from '../platform/processor.ts';

export const AUDIO_PROCESSORS: Readonly<Record<JobsOf<'speak'>, Processor>> = {
  'write-script': { work: writeScript, settle: settleFailure },
  'check-script': { work: checkScript, settle: settleFailure },
  'correct-script': { work: correctScript, settle: settleFailure },
  'speak-script': { work: speakScript, settle: settleFailure },
  'close-audio': { work: closeAudio, settle: settleFailure },
};
