import { endOfTurn } from './end-of-turn.ts';

/**
 * Marks of chat templates, recognised by their form and not by a list, because each model brings its own (each form is from models'
 * published templates): `<|im_end|>`, `<｜end▁of▁sentence｜>`, `<|eot_id|>`, `<turn|>`, `<end_of_turn>`, `<eos>`, `<unused42>`, `</s>`,
 * `[/INST]`. None of them is a word of a language or of HTML.
 */
const NAME = '[\\p{L}/][\\p{L}\\p{N}_▁/-]{0,40}';
const MARK_FORM = `<[|｜]${NAME}[|｜]?>|<${NAME}[|｜]>|&lt;[|｜]${NAME}[|｜]&gt;|\\[[|｜]${NAME}[|｜]\\]|</?(?:s|bos|eo[dst])>|<(?:start|end)_of_[a-z]+>|<(?:unused|ctrl)\\d+>|<(?:extra_id|reserved)_[a-z_]*\\d+>|<fim_[a-z]+>|\\[/?(?:INST|TOOL_CALLS|AVAILABLE_TOOLS)\\]|\\[/(?:ASSISTANT|USER|SYSTEM)\\]|\\[end of text\\]|<</?SYS>>`;
export const MARK = new RegExp(`(?<!\\\\)(?:${MARK_FORM})`, 'giu');
/** Marks that begin another turn; nothing after one belongs to the answer. */
const BEGIN =
  /<[|｜](?:[\p{L}_▁]*(?:start|begin)[\p{L}_▁]*|(?:assistant|user|system|observation|tool)(?:_start)?|turn)[|｜]?>|<start_of_[a-z]+>|\[\/?INST\]|<<\/?SYS>>|<s>/iu;
/** The text allowed between marks: the speaker's name. */
export const ROLES = /\b(?:assistant|user|system|model|human|bot)\b:?/gi;
/** What may open an answer: a template mark, an element around the whole answer, a role on a line by itself. */
const FIRST_TAG =
  /^\s*(?:\[gMASK\](?:<sop>|sop\b)?|<sop>|\[(?:ASSISTANT|BOT)\](?![\s\S]*\[(?:USER|HUMAN)\])|<(assistant|response|answer|output|final|content|result)>(?=[\s\S]+<\/\1>\s*$)|assistant[ \t]*\n)\s*(?=\S)/;
/** The signs that tokenizers write for spaces, between words. */
const RAW_BLANKS = /\p{Ll}Ġ\p{L}+Ġ\p{L}|\p{L}▁\p{L}+▁\p{L}/u;
/** A tokenizer's sign for an unknown word, within a text: only lessons on tokenizers write about such signs. */
const UNKNOWN = /(?<!\\)<unk>/i;
export const OF_MODELS =
  /language model|\b(?:LLMs?|GPT|BERT|NLP)\b|token|Sprachmodell|modelos? de (?:lenguaje|linguagem)|modèles? de langage|modell[oi] linguistic|языков\S{1,4} модел|токен|语言模型|言語モデル|언어 ?모델|トークン|토큰/i;
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`|\$[^$\n]{1,400}\$/g;

/** Returns a text without the marks at its end; null when marks are in the middle of it. */
export function withoutMarks(text: string): string | null {
  const leading = text
    .replace(new RegExp(`^\\s*(?:(?:${MARK_FORM})\\s*(?:(?:assistant|model|user|system)\\b:?\\s*)?)+`, 'iu'), '')
    .replace(FIRST_TAG, '');
  // marks in code are quoted, and a formula has bars of its own; spaces keep the positions
  const prose = leading.replaceAll(CODE, (code) => ' '.repeat(code.length));
  const first = firstMark(prose);
  const end = first ?? endOfTurn(prose);
  if (end === null) return leading;
  const rest = prose.slice(end);
  const isEnd = first === null || BEGIN.test(rest) || rest.replaceAll(MARK, '').replaceAll(ROLES, '').trim() === '';
  return isEnd ? leading.slice(0, end).trimEnd() : null;
}

/** Tells whether a text has a model's tokens in place of words and spaces. @param prose without code */
export const hasRawTokens = (prose: string): boolean => UNKNOWN.test(prose) || RAW_BLANKS.test(prose);

/** Returns the position of the first mark. `<s>…</s>` is strikethrough: only a closing tag without an opening one ends a turn. */
function firstMark(prose: string): number | null {
  const lastClosed = prose.toLowerCase().lastIndexOf('</s>');
  let isOpen = false;
  for (const { 0: mark, index } of prose.matchAll(MARK)) {
    const tag = mark.toLowerCase();
    const isMarkup = (tag === '<s>' && index < lastClosed) || (tag === '</s>' && isOpen);
    if (!isMarkup) return index;
    isOpen = tag === '<s>';
  }
  return null;
}
