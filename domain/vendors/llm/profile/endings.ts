import type { FinishReason } from 'ai';

/**
 * Servers' finish reasons. Sources: ai.google.dev/api/generate-content#FinishReason, docs.claude.com/en/api/messages (stop_reason),
 * docs.mistral.ai/api (model_length, error), api-docs.deepseek.com (insufficient_system_resource), docs.together.ai (eos), Text Generation
 * Inference (eos_token, stop_sequence), lmstudio.ai/docs (contextLengthReached, maxPredictedTokensReached, modelUnloaded), docs.cohere.com
 * (COMPLETE, MAX_TOKENS), openrouter.ai/docs (error).
 */
const ENDS: readonly { readonly word: RegExp; readonly means: FinishReason | null }[] = [
  { word: /filter|safety|refus|block|prohibited|recitation|spii|guardrail|sensitive|moderation/i, means: 'content-filter' },
  {
    word: /error|abort|cancel|insufficient|time_?(?:out|limit)|rate_?limit|overload|fail|unavail|interrupt|malformed|disconnect|unload|preempt|user_?stop/i,
    means: null,
  },
  {
    word: /length|limit|max_?(?:\w+_?)?(?:tokens?|len)|incomplete|truncat|(?:context|window)_?(?:\w+_?)?(?:full|exceeded)/i,
    means: 'length',
  },
];

/** Returns the protocol's meaning of a server's finish reason; an unknown one means a finished answer. Null: the answer broke off. */
export function endingOf(word: string): FinishReason | null {
  const known = ENDS.find((end) => end.word.test(word));
  return known ? known.means : 'stop';
}
