import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import * as z from 'zod';
import { parseAnswer } from './parse-answer.ts';

const schema = z.object({ content: z.string(), items: z.array(z.object({ n: z.int() })) });
const value = { content: 'He said "hi" {and} left, it\'s [fine]\n```js\nlet a = 1;\n```', items: [{ n: 1 }, { n: 2 }] };
const text = JSON.stringify(value);

describe('parseAnswer', () => {
  it('reads exact JSON', () => expect(parseAnswer(text, schema)).toEqual({ ok: true, value, repaired: false }));

  it.each([
    ['a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['remarks', `Sure! ${text} Anything else?`],
    ['trailing commas', text.replace(/\]\}$/, ',],}')],
    ['raw line breaks in a string', text.replaceAll('\\n', '\n')],
  ])('repairs %s without touching the text', (_, broken) =>
    expect(parseAnswer(broken, schema)).toEqual({ ok: true, value, repaired: true }),
  );

  it('never takes a part for the whole: no cut of an answer is repaired', () => {
    for (let length = 0; length < text.length; length++) {
      expect(parseAnswer(text.slice(0, length), schema).ok).toBe(false);
      expect(parseAnswer(`\`\`\`json\n${text.slice(0, length)}\n\`\`\``, schema).ok).toBe(false);
    }
  });

  it('holds for any document', () => {
    const document = fc.record({
      content: fc.string({ unit: 'grapheme' }),
      items: fc.array(fc.record({ n: fc.integer() }), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(document, fc.double({ min: 0, max: 0.999, noNaN: true }), (any, part) => {
        const json = JSON.stringify(any);
        expect(parseAnswer(`\`\`\`\n${json}\n\`\`\``, schema)).toMatchObject({ ok: true, value: any });
        expect(parseAnswer(json.slice(0, Math.floor(json.length * part)), schema).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('names the fields that do not fit', () => {
    expect(parseAnswer('{"content":"x","items":[{"n":"two"}]}', schema)).toMatchObject({
      ok: false,
      repairHint: expect.stringContaining('items[0].n'),
    });
  });
});
