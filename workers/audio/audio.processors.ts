import type { JobsOf } from '#queues/registry.ts';
import { closeAudio } from '#domain/audio/audio.commands.ts';
import { speakScript } from '#domain/audio/speak-script.command.ts';
import { correctScript, writeScript, checkScript } from '#domain/audio/script.commands.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import type { Processor } from '../platform/processor.ts';

export const AUDIO_PROCESSORS: Readonly<Record<JobsOf<'speak'>, Processor>> = {
  'write-script': { work: writeScript, settle: settleFailure },
  'check-script': { work: checkScript, settle: settleFailure },
  'correct-script': { work: correctScript, settle: settleFailure },
  'speak-script': { work: speakScript, settle: settleFailure },
  'close-audio': { work: closeAudio, settle: settleFailure },
};
