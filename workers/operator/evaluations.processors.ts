import type { JobsOf } from '#queues/registry.ts';
import { judgeSamples } from '#domain/generation/evaluations/verdict.commands.ts';
import {
  closeEvaluation,
  correctSample,
  draftSample,
  questionSample,
  researchBrief,
  checkSample,
  writeSample,
} from '#domain/generation/evaluations/sample.commands.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import type { Processor } from '../platform/processor.ts';

export const EVALUATION_PROCESSORS: Readonly<Record<JobsOf<'evaluate'>, Processor>> = {
  'research-brief': { work: researchBrief, settle: settleFailure },
  'draft-sample': { work: draftSample, settle: settleFailure },
  'write-sample': { work: writeSample, settle: settleFailure },
  'question-sample': { work: questionSample, settle: settleFailure },
  'review-sample': { work: checkSample, settle: settleFailure },
  'correct-sample': { work: correctSample, settle: settleFailure },
  'judge-pair': { work: judgeSamples, settle: settleFailure },
  'close-evaluation': { work: closeEvaluation, settle: settleFailure },
};
