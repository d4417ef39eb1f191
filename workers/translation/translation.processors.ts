import type { JobsOf } from '#queues/registry.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { translateSentTexts } from '#domain/translation/bulk/translate-bulk.command.ts';
import { bindTexts, translateTexts } from '#domain/translation/interface/interface-text.commands.ts';
import { judgeTranslation } from '#domain/translation/courses/judge-translation.command.ts';
import { closeTranslation, findNames, translateFrame, translateLesson } from '#domain/translation/courses/translate-lesson.command.ts';
import type { Processor } from '../platform/processor.ts';

export const TRANSLATION_PROCESSORS: Readonly<Record<JobsOf<'translate'>, Processor>> = {
  'translate-texts': { work: translateTexts, settle: settleFailure },
  'bind-texts': { work: bindTexts, settle: settleFailure },
  'find-names': { work: findNames, settle: settleFailure },
  'translate-frame': { work: translateFrame, settle: settleFailure },
  'translate-lesson': { work: translateLesson, settle: settleFailure },
  'judge-translation': { work: judgeTranslation, settle: settleFailure },
  'close-translation': { work: closeTranslation, settle: settleFailure },
  'translate-list': { work: translateSentTexts, settle: settleFailure },
};
