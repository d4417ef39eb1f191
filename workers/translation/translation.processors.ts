import type { TRANSLATION_JOBS } from '#queues/translation/translation.jobs.ts';
import { settleFailure } from '#domain/platform/runs/fail-step.command.ts';
import { translateSentTexts } from '#domain/translation/bulk/bulk-texts.command.ts';
import { bindTexts, translateTexts } from '#domain/translation/interface/translate-texts.command.ts';
import type { Processor } from '../platform/processor.ts';

export const TRANSLATION_PROCESSORS: Readonly<Record<keyof typeof TRANSLATION_JOBS, Processor>> = {
  'translate-texts': { work: translateTexts, settle: settleFailure },
  'bind-texts': { work: bindTexts, settle: settleFailure },
  'translate-list': { work: translateSentTexts, settle: settleFailure },
};
