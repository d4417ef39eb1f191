import { expect, it } from 'vitest';
import { cleanAnswer } from './clean-answer.ts';
import type { Purpose } from './purposes.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

/** Longer than any text of an answer. */
const CHARACTERS = 60_000;
/**
 * Milliseconds of processor time: a pattern that rescans the rest of a text from each of its characters takes seconds on any machine; a
 * linear one some 20.
 */
const AT_MOST_MS = 500;
const PROMPT = JSON.stringify({ title: 'Bees', text: 'How bees dance in the hive, and why they do so every day of the year. '.repeat(40) });

const SIGNS = [...'aA1 \n\t<>[](){}".!?:;,-_*#|`~$\\/&“«„‘’。我é→=+%@^…¿👍'];
const PAIRS =
  'ab|A1|a |A |1 |<a|<|[[|](|![|(a|("| "|" |\n |\n\n|\r\n|.\n|. |, |: |; |- |* |# || |**|__|``|$x|$ |\\(|\\[|&l|//|“a|«a|„a|‘a|我。|é |a.|a,|A.|A-|a\n|> |>\n|=\n|=='
    .split('|')
    .filter(Boolean);
const WORDS = [
  '<b>',
  '<p>',
  '</p>',
  '<b>x</b>',
  '<a ',
  '<a href="x"',
  '<!--',
  '<s>',
  '</s>',
  '<s></s>',
  '<|a|>',
  '<|',
  '&lt;|',
  '&nbsp;',
  '<unk>',
  '<pad>',
  '<think>',
  '[a](',
  '[a](b)',
  '![',
  '[^1]',
  ' [^1]',
  '[a]: ',
  'www.',
  'http://a',
  'https://a.b/',
  'https://a.b/.',
  'a@b',
  '```',
  '```\n',
  '~~~',
  '`a`',
  '**a**',
  '- a\n',
  '1. ',
  '# a\n',
  '|a\n',
  '| a |\n',
  '> a\n',
  'a\n===\n',
  '\n\n\n#',
  '    a\n',
  'User: a\n',
  '\nassistant\n',
  '\nuser\n',
  '\nHuman: a\nAssistant: b',
  '### Instruction:\n',
  '. assistant: a',
  'Answer: ',
  '[/INST]',
  'I am ',
  "I'm sorry, but ",
  'Sure, ',
  'no, ',
  'here is the lesson',
  'the ',
  'as an AI ',
  'AI ',
  '(word count: ',
  'la la ',
  'ha',
  '(Aa ',
  'Aa (2019) ',
  'a study ',
  'University ',
  'A 2019 study by ',
  'et al. ',
  'In a 2019 experiment, Ab ',
  '研究',
  '大学',
  'Aa & ',
  'Step 1: do it. ',
  'a b c d e ',
  '. the ',
  'x = 4 ',
  '“a” ',
  '«a» ',
  '„a“ ',
  '"a" ',
  'Aa',
  "A'",
  'a→',
  '\u200b',
  '\u202e',
  '\u{e0041}',
];

/** Returns new words each time: a text of one repeated sign is a loop, which ends the checks. */
function fresh(count: number, separator: string): string {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  const word = () => Array.from({ length: 3 + (next() % 6) }, () => String.fromCodePoint(97 + (next() % 26))).join('');
  let text = '';
  while (text.length < count) text += word() + separator;
  return text;
}
const capital = (text: string) => text.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());

const filled = (sign: string) => sign.repeat(Math.ceil(CHARACTERS / sign.length)).slice(0, CHARACTERS);
const HOSTILE = [
  ...SIGNS.map((sign) => [sign, filled(sign)]),
  ...[...SIGNS, ...PAIRS, ...WORDS].map((sign) => [`${sign}, and an end`, `Bees dance well. ${filled(sign)}x.`]),
  ...['', ' ', '. ', '\n', '\n\n', ', ', '-', ' "', ' (', '. A ', ' [^1] ', '" “', "'"].flatMap((separator) => {
    const text = fresh(CHARACTERS, separator);
    return [
      [`words${separator}`, text],
      [`Words${separator}`, capital(text)],
    ];
  }),
] as [string, string][];

it.each<[Purpose, string]>([
  ['lesson', 'content'],
  ['mentor', 'answer'],
  ['translation', 'text'],
])('whatever a text of a %s is made of, cleaning it holds nobody up', (purpose, field) => {
  const clean = (text: string) => cleanAnswer({ [field]: text }, purpose, { prompt: PROMPT, instructions: 'You write about bees.' });
  for (const [, text] of HOSTILE) clean(text.slice(0, 500));
  const isSlow = ([, text]: readonly [string, string]) => leastProcessorMs(() => clean(text), AT_MOST_MS) > AT_MOST_MS;
  expect(HOSTILE.filter(isSlow).map(([name]) => name)).toEqual([]);
});
