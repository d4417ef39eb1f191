/** Marks between which models think: of DeepSeek, Qwen and most others; Mistral; Kimi; Seed. */
const NAMES = 'think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|seed:think';
const OPENING = `<(${NAMES})>|\\[(THINK)\\]|◁(think)▷`;
const OPENS = new RegExp(`^\\s*(?:${OPENING})`, 'i');
/** A closing mark behind which the answer begins: within a JSON text its quotes would be escaped. */
const CLOSES = new RegExp(`(?:</(?:${NAMES})>|\\[/THINK\\]|◁/think▷)(?=\\s*(?:[^{"]{0,200}?\\{\\s*(?:["'“}]|\\w+\\s*:)|$))`, 'gi');
/** Channels of gpt-oss: what comes last in the final one is the answer. */
const CHANNEL = /<\|channel\|>\s*(\w+)[^<]*?(?:<\|constrain\|>[^<]*?)?<\|message\|>/g;
const CHANNEL_ENDS = /<\|(?:end|return|call|start|channel)\|>/;

/**
 * Returns what a model answered without what it thought, which may hold drafts of the answer. Marks within the answer's own texts are left:
 * a lesson may be about them. A thought that is not finished leaves nothing.
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

/** Tells whether a text is JSON from its first character on: what looks like a mark in it belongs to a text. */
const beginsAsAnswer = (text: string): boolean => /^\s*(?:```\w*\s*)?\{\s*["'“]/.test(text) && !/\}\s*(?:```)?\s*$/.test(text);

function finalChannel(text: string): string | null {
  if (!/^\s*(?:<\|start\|>\s*\w+\s*)?<\|channel\|>/.test(text)) return null;
  const channels = [...text.matchAll(CHANNEL)];
  // some answer in the call of a tool that nobody has offered
  const final = channels.findLast(([, name]) => name === 'final') ?? channels.findLast(([mark]) => /^[^]*?\bto=/.test(mark));
  if (!final) return '';
  return text.slice(final.index + final[0].length).split(CHANNEL_ENDS)[0]!;
}

/** A thought at the beginning of a text, finished or not. */
const LEADING = new RegExp(
  `^\\s*(?:<(${NAMES})>[\\s\\S]*?(?:</\\1>|$)|\\[THINK\\][\\s\\S]*?(?:\\[/THINK\\]|$)|◁think▷[\\s\\S]*?(?:◁/think▷|$))\\s*`,
  'i',
);

/** Returns a text of an answer without the thought that it begins with. */
export const withoutLeadingThought = (text: string): string => text.replace(LEADING, '');
