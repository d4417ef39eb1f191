import { toSentence } from '#contract/platform/sentence.contract.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { cardsMadeBy, shareOf, type FlashCardsRequest } from './flash-cards.kind.ts';

/** Ends the run: lessons with cards are charged, the rest is given back. @throws StepLost */
export async function closeCards({ step }: Work<FlashCardsRequest>): Promise<void> {
  await completeStep(step, {
    output: {},
    event: { name: 'cards.ready', message: toSentence('The flash cards can be reviewed.') },
    async also(trx) {
      const made = await cardsMadeBy(trx, step.runId);
      await completeRun(trx, { runId: step.runId, result: made, share: shareOf(made.lessons, step.request) });
    },
  });
}
