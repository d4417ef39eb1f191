import type { FinishReason } from 'ai';

/**
 * What servers call the end of an answer. Sources: ai.google.dev/api/generate-content#FinishReason, docs.claude.com/en/api/messages (stop_reason),
 * docs.mistral.ai/api (model_length, error), api-docs.deepseek.com (insufficient_system_resource), docs.together.ai (eos), Text Generation
 * Inference (eos_token, stop_sequence), docs.cohere.com (COMPLETE, MAX_TOKENS), openrouter.ai/docs (error).
 */
const ENDS: readonly { readonly word: RegExp; readonly means: FinishReason | null }[] = [
  {
    word: /^(?:length|limit|token_?limit|model_length|incomplete|max_?(?:\w+_)?(?:tokens?|length)|(?:model_)?context_?(?:length|window)(?:_exceeded)?)$/i,
    means: 'length',
  },
  { word: /filter|safety|refus|block|prohibited|recitation|spii|guardrail|sensitive|moderation/i, means: 'content-filter' },
  { word: /error|abort|cancel|insufficient|time_?out|overload|fail|unavail|interrupt|malformed|disconnect/i, means: null },
];

/** Returns what a server's word for the end means; any word that is not known to say otherwise is a finished answer. Null: it broke off. */
export function endingOf(word: string): FinishReason | null {
  const known = ENDS.find((end) => end.word.test(word));
  return known ? known.means : 'stop';
}

/** Longer answers without JSON are texts that went wrong. */
const LONGEST = 800;
/** How a model declines in plain words, in the languages that courses are most often written in. */
const DECLINES = [
  /\b(?:i(?:'|’)?m|i am|we(?:'|’)?re) (?:very |really )?(?:sorry|unable|not able|afraid)\b|\bi (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|will not|must decline|decline)\b|\b(?:unable|not able) to (?:help|assist|comply|provide|fulfil)/i,
  /\blo siento\b|\bno puedo (?:ayudar|cumplir|responder|proporcionar|generar)/i,
  /\bje (?:suis désolé|ne peux pas|ne suis pas en mesure)|\bdésolé/i,
  /\b(?:es )?tut mir leid\b|\bich kann (?:dabei|dir|ihnen|das|diese[rn]?|nicht)\b/i,
  /\b(?:sinto muito|desculpe|não posso)\b/i,
  /\b(?:mi dispiace|non posso)\b/i,
  /عذر|آسف|لا أستطيع|لا يمكنني/,
  /抱歉|对不起|對不起|无法(?:提供|满足|协助)|不能(?:提供|协助)/,
  /申し訳|できません|お手伝いできません/,
  /извините|к сожалению|не могу/i,
];

/** Tells whether an answer that holds no JSON declines in plain words: asking the same service again brings the same. */
export function isDeclined(text: string): boolean {
  const said = text.trim();
  return said.length > 0 && said.length <= LONGEST && !said.includes('{') && DECLINES.some((words) => words.test(said));
}
