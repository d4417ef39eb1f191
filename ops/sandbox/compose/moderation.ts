import { isObject } from '../wire/wire.ts';
import type { Tag } from './read-tags.ts';

/** Keywords of the stand-in: a real service understands sentences. */
const ABUSIVE = /\b(idiot|moron|stupid|kill|die|bitch|fuck|whore|nudes|casino|viagra|puta|imbécil|muere|idiota|mierda)/i;
const UNSURE = /\b(shit|whats?app|telegram|dinero|money|damn)/i;

/** Composes the judgement of a held text. */
export function composeJudgement(tags: Partial<Record<Tag, unknown>>): object {
  const given = isObject(tags.public_text) ? String(tags.public_text['text']) : '';
  const word = ABUSIVE.exec(given)?.[0];
  if (word) return { judgement: 'abusive', reason: `It says “${word}” of or to somebody.` };
  const rough = UNSURE.exec(given)?.[0];
  if (rough) return { judgement: 'unsure', reason: `“${rough}” may be meant either way.` };
  return { judgement: 'harmless', reason: 'Nobody is attacked, and nothing is sold.' };
}
