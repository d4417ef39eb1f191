import type { JobsOf } from '#queues/registry.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { closeCards } from '#domain/practice/cards/card.commands.ts';
import { checkCards, writeCards } from '#domain/practice/cards/write-cards.command.ts';
import { gradeAnswer } from '#domain/practice/words/grade-answer.command.ts';
import type { Processor } from '../platform/processor.ts';

export const PRACTICE_PROCESSORS: Readonly<Record<JobsOf<'grade' | 'cards'>, Processor>> = {
  'grade-answer': { work: gradeAnswer, settle: settleFailure },
  'write-cards': { work: writeCards, settle: settleFailure },
  'check-cards': { work: checkCards, settle: settleFailure },
  'close-cards': { work: closeCards, settle: settleFailure },
};
