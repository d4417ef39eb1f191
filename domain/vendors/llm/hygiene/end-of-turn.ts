/**
 * Finds where an answer ends and something unmarked follows: batch padding, half a mark, a label, another turn. Works line by line from the
 * end: a pattern that looks for its line after any number of spaces would rescan a run of them for each.
 */

/** Padding at the end of an answer. */
const FILLING = /<(?:pad|unk)>$/i;
/** Half of a mark, whose last part was cut off. */
const HALF_MARK = /(?<!\\)<(?:[|｜][a-z_▁]{2,40}[|｜]?|(?:start|end)_of_[a-z]{0,20})$/iu;
/** Signs that may follow a full stop. */
const STOP = `[.!?。！？।؟]["'”’»)*_]{0,3}`;
/**
 * Ends an answer in some templates and is a word in brackets elsewhere. So it counts only directly attached to the text, after a full stop,
 * or alone on a line, where a diagram's box or an exercise's gap never is.
 */
const LAST_TAG = new RegExp(
  `(?<=\\p{L}|\\p{N}|${STOP}[ \\t]{0,2}|\\n[ \\t]{0,8})(?:<\\/?(?:end|mask|sep|stop)>|<\\/(?:assistant|response|answer|output|final|content|result)>|\\[\\/?(?:END|EO[DST]|BOS|SEP|CLS|PAD|UNK|STOP)\\])$`,
  'u',
);
/** The longest of these ends, with what must precede it. */
const TAIL = 64;

/** The label of another turn in templates without marks (Alpaca, Vicuna). A dialogue in a lesson has something after it. */
const LAST_LABEL =
  /^(?:(?:Human|User|USER|Assistant|ASSISTANT|Instruction|Response|Input):|### ?(?:Human|User|Assistant|Instruction|Response|Input):?)$/;
const ASKS = /^### ?(?:Instruction|Human|User):/;
const ANSWERS = /^### ?(?:Response|Assistant):/;

/** Another turn after an answer that mentions no dialogue and announces none. */
const BEGINS_TURN = /^(?:Human|User|human|user): /;
const TURN = /^(?:Human|User|Assistant|AI|human|user|assistant|ai): /;
/** The next speaker within a line: a template's role in lower case, after a full stop. A list of people has capitals. */
const TURN_WITHIN = new RegExp(`(?<=${STOP}\\s{1,4})assistant: \\S`, 'u');
const OF_DIALOGUES =
  /dialog|diálogo|gespräch|interview|entrevist|intervista|convers|chat|assistant|asistente|assistente|assistenz|\b(?:AI|KI|IA|ИИ|Human|User)\b|диалог|разговор|интервью|对话|對話|聊天|访谈|人工智能|会話|対話|面接|대화|면접|حوار|محادثة|مقابلة|संवाद|बातचीत|साक्षात्कार/iu;
const ENDS_SENTENCE = new RegExp(`${STOP}$`, 'u');

/** A line that is not blank. */
interface Line {
  readonly at: number;
  /** Its number among all lines. */
  readonly no: number;
  readonly text: string;
}

/**
 * Returns the position where the answer ends and something else begins; null when all of the text is the answer.
 * @param prose without code
 */
export function endOfTurn(prose: string): number | null {
  const lines = linesOf(prose);
  const ends = [lineOfTurn(lines, prose), positionOf(LAST_TAG, prose.trimEnd()), positionOf(HALF_MARK, prose), filledFrom(prose)];
  const dialogue = Math.min(turnBehind(lines), TURN_WITHIN.exec(prose)?.index ?? Infinity);
  if (dialogue < Infinity && !OF_DIALOGUES.test(prose.slice(0, dialogue))) ends.push(dialogue);
  const end = Math.min(...ends);
  return end === Infinity ? null : end;
}

function linesOf(prose: string): Line[] {
  let at = 0;
  return prose.split('\n').flatMap((line, no) => {
    const begins = at;
    at += line.length + 1;
    const text = line.trim();
    return text === '' ? [] : [{ at: begins, no, text }];
  });
}

/** Searches the end of a text for a pattern. */
function positionOf(pattern: RegExp, text: string): number {
  const from = Math.max(0, text.length - TAIL);
  const found = pattern.exec(text.slice(from));
  return found ? from + found.index : Infinity;
}

function filledFrom(prose: string): number {
  let rest = prose;
  for (let found = FILLING.exec(rest.slice(-5)); found; found = FILLING.exec(rest.slice(-5)))
    rest = rest.slice(0, -found[0].length).trimEnd();
  return rest.length < prose.length ? rest.length : Infinity;
}

/** Returns the start of a line that is the label or role of another turn; never the first line. */
function lineOfTurn(lines: readonly Line[], prose: string): number {
  const last = lines.at(-1);
  if (!last) return Infinity;
  const isFirst = (line: Line) => line.no === 0;
  const positions: number[] = [];
  if (!isFirst(last) && LAST_LABEL.test(last.text)) positions.push(last.at);
  // a role without a sign, in templates that only name it: after a sentence, in lower case. A list of such words has one word a line
  const before = lines.at(-2);
  if (last.text === 'assistant' && before && /\S[ \t]+\S/.test(before.text)) positions.push(last.at);
  const answers = lines.findLastIndex(({ text }) => ANSWERS.test(text));
  const asks = lines.findIndex((line) => !isFirst(line) && ASKS.test(line.text));
  if (asks >= 0 && asks < answers) positions.push(lines[asks]!.at);
  const assistant = lines.findLastIndex(({ text }) => text === 'assistant');
  const user = lines.findIndex((line) => !isFirst(line) && line.text === 'user');
  if (user >= 0 && assistant >= 0 && lines[assistant]!.no > lines[user]!.no + 1) positions.push(lines[user]!.at);
  const alone = lines.find(
    ({ text, at: begins }, at) =>
      at > 0 && /^(?:assistant|user)$/.test(text) && ENDS_SENTENCE.test(lines[at - 1]!.text) && prose.includes('\n', begins),
  );
  if (alone) positions.push(alone.at);
  return Math.min(...positions, Infinity);
}

/** Returns the start of a dialogue at the end of a text: a question after a sentence, and at least one more turn up to the end. */
function turnBehind(lines: readonly Line[]): number {
  const first = lines.findLastIndex(({ text }) => !TURN.test(text)) + 1;
  const begins = lines.findIndex(
    ({ text }, at) =>
      at >= Math.max(first, 1) && at < lines.length - 1 && BEGINS_TURN.test(text) && ENDS_SENTENCE.test(lines[at - 1]!.text),
  );
  return begins < 0 ? Infinity : lines[begins]!.at;
}
