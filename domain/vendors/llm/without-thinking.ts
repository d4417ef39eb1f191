/** Pairs of marks around thoughts: of DeepSeek, Qwen and most other models; Mistral; Kimi; Seed. */
const NAMES = 'think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|seed:think';
const OPENING = `<(${NAMES})>|\\[(THINK)\\]|◁(think)▷`;
const OPENS = new RegExp(`^\\s*(?:${OPENING})`, 'i');
/** A closing mark after which the answer begins; within a JSON text its quotes would be escaped. */
const CLOSES = new RegExp(`(?:</(?:${NAMES})>|\\[/THINK\\]|◁/think▷)(?=\\s*(?:[^{"]{0,200}?\\{\\s*(?:["'“}]|\\w+\\s*:)|$))`, 'gi');
/** Channels of gpt-oss: the last message in the final channel is the answer. */
const CHANNEL = /<\|channel\|>\s*(\w+)[^<]*?(?:<\|constrain\|>[^<]*?)?<\|message\|>/g;
const CHANNEL_ENDS = /<\|(?:end|return|call|start|channel)\|>/;

/**
 * Returns a model's answer without its thoughts, which may hold drafts of the answer. Marks within the answer's own texts stay: a lesson
 * may be about them. An unfinished thought leaves nothing.
 */
export function withoutThinking(text: string): string {
  const said = finalChannel(text) ?? text;
  const closings = [...said.matchAll(CLOSES)];
  const last = closings.at(-1);
  // a stray closing mark ends a thought that began in the prompt
  if (last && !beginsAsAnswer(said.slice(0, last.index))) return said.slice(last.index + last[0].length);
  if (!OPENS.test(said)) return said;
  const first = closings[0];
  return first ? said.slice(first.index + first[0].length) : '';
}

/** Tells whether a text is JSON from its first character on, so that any mark belongs to one of its texts. */
const beginsAsAnswer = (text: string): boolean => /^\s*(?:```\w*\s*)?\{\s*["'“]/.test(text) && !/\}\s*(?:```)?\s*$/.test(text);

function finalChannel(text: string): string | null {
  if (!/^\s*(?:<\|start\|>\s*\w+\s*)?<\|channel\|>/.test(text)) return null;
  const channels = [...text.matchAll(CHANNEL)];
  // some models answer in a tool call that nobody offered
  const final = channels.findLast(([, name]) => name === 'final') ?? channels.findLast(([mark]) => /^[^]*?\bto=/.test(mark));
  if (!final) return '';
  return text.slice(final.index + final[0].length).split(CHANNEL_ENDS)[0]!;
}

/** A thought at the beginning of a text, finished or not. */
const LEADING = new RegExp(
  `^\\s*(?:<(${NAMES})>[\\s\\S]*?(?:</\\1>|$)|\\[THINK\\][\\s\\S]*?(?:\\[/THINK\\]|$)|◁think▷[\\s\\S]*?(?:◁/think▷|$))\\s*`,
  'i',
);

/** Returns a text of an answer without its leading thought. */
export const withoutLeadingThought = (text: string): string => text.replace(LEADING, '');
