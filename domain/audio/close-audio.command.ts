import { toSentence } from '#contract/platform/sentence.contract.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { shareOf, spokenBy, type AudioRequest } from './audio.kind.ts';

/** Ends the run: the minutes that were spoken are charged, the rest is given back. @throws StepLost */
export async function closeAudio({ step }: Work<AudioRequest>): Promise<void> {
  await completeStep(step, {
    output: {},
    event: { name: 'audio.spoken', message: toSentence('What could be spoken is ready.') },
    async also(trx) {
      const spoken = await spokenBy(trx, step.runId);
      await completeRun(trx, { runId: step.runId, result: spoken, share: shareOf(spoken.seconds, step.request) });
    },
  });
}
