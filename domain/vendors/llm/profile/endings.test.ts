import { expect, it } from 'vitest';
import { endingOf } from './endings.ts';

it.each([
  ['stop', 'stop eos eos_token stop_sequence end_turn COMPLETE done tool_calls eosFound stop_word FINISH'],
  [
    'length',
    'length MAX_TOKENS max_output_tokens model_length FINISH_REASON_LENGTH finish_reason_max_len contextLengthReached maxPredictedTokensReached model_context_window_exceeded truncated output_limit incomplete',
  ],
  ['content-filter', 'content_filter SAFETY refusal guardrail_intervened BLOCKLIST content_filter_error'],
  [null, 'error aborted insufficient_system_resource time_limit timeout modelUnloaded userStopped ERROR_LIMIT engine_overloaded'],
] as const)('%s is what servers mean by %s', (means, words) => {
  for (const word of words.split(' ')) expect(endingOf(word), word).toBe(means);
});
