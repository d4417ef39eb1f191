import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

const schema = z.object({ title: z.string() });
const answer = '{"title":"The answer"}';
const draft = '{"title":"A draft"}';

describe('a model’s thinking', () => {
  it.each([
    ['on one line', `<think>I try ${draft}. No.</think>${answer}`],
    ['in other words for it', `<thinking>${draft}</thinking>\n${answer}`],
    ['by a prompt that began it', `First ${draft}, but no.</think>\n\n${answer}`],
    ['beginning with a draft', `${draft}</think>${answer}`],
    ['twice', `<think>${draft}</think><think>${draft}</think>\n\`\`\`json\n${answer}\n\`\`\``],
    ['in brackets', `[THINK]${draft}[/THINK]${answer}`],
    ['in triangles', `◁think▷${draft}◁/think▷${answer}`],
    ['in a channel', `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`],
    [
      'in a channel, with a constrained answer',
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${answer}`,
    ],
    ['and a remark', `<think>${draft}</think>Here is the answer: ${answer}`],
  ])('%s is not the answer', (_, text) => {
    expect(parseAnswer(text, schema)).toMatchObject({ ok: true, value: { title: 'The answer' } });
  });

  it.each([
    ['a cut answer', `<think>${draft}</think>{"title":"The ans`],
    ['a cut answer after a stray mark', `${draft}</think>{"title":"The ans`],
    ['no answer', `<think>${draft}</think>`],
    ['a thought without an end', `<think>I try ${draft}, then`],
    [
      'a cut answer of a channel',
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>{"title":"The`,
    ],
    ['no channel with an answer', `<|channel|>analysis<|message|>${draft}`],
    ['brackets and a cut answer', `[THINK]${draft}[/THINK]{"tit`],
  ])('does not exist beside %s', (_, text) => {
    expect(parseAnswer(text, schema)).toMatchObject({ ok: false, flaw: 'truncated' });
  });

  it('is in the call of a tool if no channel is the final one', () => {
    const call = `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>commentary to=functions.json <|constrain|>json<|message|>`;
    expect(parseAnswer(`${call}${JSON.stringify({ title: 'Bees' })}<|call|>`, schema)).toMatchObject({ value: { title: 'Bees' } });
  });

  it.each(['<think>I begin.</think>', '[THINK]So.[/THINK] ', '◁think▷So.◁/think▷', '<thinking>\n\nSo.\n</thinking>\n'])(
    'does not begin a text of it: %s',
    (thought) => {
      expect(parseAnswer(JSON.stringify({ title: `${thought}Bees` }), schema)).toMatchObject({ value: { title: 'Bees' } });
    },
  );

  it.each(['About <think> and </think>', '</think>', 'A mark: [THINK]', '<|channel|>final<|message|>{}', 'A </think> {x}'])(
    'is not an answer’s text about the marks: %s',
    (title) => {
      expect(parseAnswer(JSON.stringify({ title }), schema)).toEqual({ ok: true, value: { title }, repaired: false });
      expect(parseAnswer(`\`\`\`json\n${JSON.stringify({ title })}\n\`\`\``, schema)).toMatchObject({ value: { title } });
    },
  );
});
