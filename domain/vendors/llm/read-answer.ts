import { parsePartialJson, type FinishReason, type LanguageModelUsage, type TextStreamPart, type ToolSet } from 'ai';
import { endingOf } from './profile/endings.ts';
import type { TokenUse } from './prices.ts';
import { withoutLeadingThought, withoutThinking } from './without-thinking.ts';

/** Interval between parses of the partial answer, often enough for a screen: parsing takes time in proportion to the answer's length. */
const PARTIAL_EVERY_MS = 100;

/** Replaces bytes that are not UTF-8, or half a character: the original is lost. */
export const REPLACEMENT = '\uFFFD';

/** Gemini's finish reason (ai.google.dev/api/generate-content#FinishReason), which the SDK mistakes for a refusal of the request. */
const RECITED = 'RECITATION';

/** A hundred times the longest answer; a service that never stops must not exhaust the memory. */
const MOST_CHARACTERS = 8_000_000;

/** The part that had arrived when the stream ended, for whatever reason. */
export interface StreamedAnswer {
  text: string;
  /** Null: the stream ended without a finish reason. */
  finish: FinishReason | null;
  use: TokenUse | null;
  /** The model stopped because it was reciting training data; told so, it writes in its own words. */
  isRecited?: boolean;
  /** The error that ended it, thrown or streamed. */
  error: unknown;
}

/**
 * Reads a call's stream to its end. Never throws. An aborted or timed-out stream ends without an error, and a streamed error does not
 * throw, so the caller must check `finish` and `error`.
 * @param hooks `onPart` for everything that arrives from the vendor; `onPartial` for the readable part so far, at most every 100 ms
 */
export async function readAnswer(
  parts: AsyncIterable<TextStreamPart<ToolSet>>,
  hooks: { onPart: () => void; onPartial?: ((partial: unknown) => void) | undefined },
): Promise<StreamedAnswer> {
  const answer: StreamedAnswer = { text: '', finish: null, use: null, error: null };
  let nextPartial = 0;
  try {
    for await (const part of parts) {
      if (part.type === 'start') continue; // the SDK emits it before any data has arrived
      if (part.type === 'abort') return answer;
      hooks.onPart();
      if (part.type === 'text-delta') {
        answer.text += part.text;
        if (answer.text.length > MOST_CHARACTERS) {
          answer.finish = 'length';
          return answer;
        }
        // an answer with lost characters will be requested again
        if (hooks.onPartial && performance.now() >= nextPartial && !answer.text.includes(REPLACEMENT)) {
          nextPartial = performance.now() + PARTIAL_EVERY_MS;
          const said = withoutThinking(answer.text);
          const { value } = await parsePartialJson(said.slice(Math.max(0, said.indexOf('{'))));
          if (typeof value === 'object' && value !== null) hooks.onPartial(withoutThoughts(value));
        }
      } else if (part.type === 'error') {
        answer.error = part.error;
        return answer;
      } else if (part.type === 'finish') {
        // a finish reason that the SDK does not know
        answer.finish = part.finishReason === 'other' && part.rawFinishReason ? endingOf(part.rawFinishReason) : part.finishReason;
        answer.isRecited = part.rawFinishReason === RECITED;
        answer.use = useOf(part.totalUsage);
      }
    }
  } catch (error) {
    answer.error = error;
  }
  return answer;
}

/** Returns the text that has arrived so far, without leading thoughts in its fields. */
const withoutThoughts = (partial: object): object =>
  Object.fromEntries(Object.entries(partial).map(([key, part]) => [key, typeof part === 'string' ? withoutLeadingThought(part) : part]));

/** Returns the usage; null when the vendor did not report it. */
function useOf(usage: LanguageModelUsage): TokenUse | null {
  const { inputTokens, outputTokens, inputTokenDetails } = usage;
  if (inputTokens === undefined && outputTokens === undefined) return null;
  return {
    input: inputTokens ?? 0,
    cacheRead: inputTokenDetails.cacheReadTokens ?? 0,
    cacheWrite: inputTokenDetails.cacheWriteTokens ?? 0,
    output: outputTokens ?? 0,
  };
}
