/** Where a turn ends: ChatML, Llama 3, Mistral, Gemma, Phi, DeepSeek, Command R, GPT (each from the model's published chat template). */
const ENDS =
  '<\\|(?:im_end|eot_id|eom_id|end_of_text|endoftext|end|return|end_of_turn|END_OF_TURN_TOKEN|eos|EOS)\\|>|</s>|<end_of_turn>|<eos>|<｜end▁of▁sentence｜>';
/** Where another begins. */
const BEGINS =
  '<\\|(?:im_start|start_header_id|begin_of_text|assistant|user|system|start|START_OF_TURN_TOKEN)\\|>|<start_of_turn>|\\[/?INST\\]|<</?SYS>>|<s>|<｜(?:User|Assistant)｜>';
const MARK = new RegExp(`(?<!\\\\)(?:${ENDS}|${BEGINS})`, 'g');
const BEGIN = new RegExp(`(?:${BEGINS})`);
/** What may stand between marks: the name of who speaks. */
const ROLES = /\b(?:assistant|user|system|model|human|bot)\b:?|<\|end_header_id\|>|<\|message\|>/gi;
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;

/** A text without the marks at its end; null: marks stand in the middle of what is said. */
export function withoutMarks(text: string): string | null {
  const leading = text.replace(new RegExp(`^\\s*(?:(?:${ENDS}|${BEGINS})\\s*(?:assistant|model|user|system)?\\s*)+`), '');
  // what stands in code is quoted; blanks keep its place
  const prose = leading.replaceAll(CODE, (code) => ' '.repeat(code.length));
  const first = [...prose.matchAll(MARK)].find(({ 0: mark, index }) => !isMarkup(mark, prose, index));
  if (!first) return leading;
  const rest = prose.slice(first.index);
  const isAlone = rest.replaceAll(MARK, '').replaceAll(ROLES, '').trim() === '';
  if (isAlone || BEGIN.test(rest)) return leading.slice(0, first.index).trimEnd();
  return null;
}

/** `<s>…</s>` is struck through: only a closing mark without an opening one ends a turn. */
function isMarkup(mark: string, prose: string, index: number): boolean {
  if (mark === '<s>') return prose.indexOf('</s>', index) > 0;
  return mark === '</s>' && prose.lastIndexOf('<s>', index) > prose.lastIndexOf('</s>', index - 1);
}
