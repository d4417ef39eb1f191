import type { JobsOf } from '#queues/registry.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { transcribePart, joinSpeech, splitSpeech } from '#domain/voice/voice-note.commands.ts';
import type { Processor } from '../platform/processor.ts';

export const VOICE_PROCESSORS: Readonly<Record<JobsOf<'hear'>, Processor>> = {
  'split-speech': { work: splitSpeech, settle: settleFailure },
  'hear-speech': { work: transcribePart, settle: settleFailure },
  'join-speech': { work: joinSpeech, settle: settleFailure },
};
