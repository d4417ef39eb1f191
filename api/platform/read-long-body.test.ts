import { describe, expect, it } from 'vitest';
import { readLongBody } from './read-long-body.ts';

const APART = { audio: { as: 'file', bytes: 1_000 }, whole: { as: 'nothing', bytes: 1_000 } } as const;

async function* piecesOf(body: Uint8Array, ...cuts: number[]): AsyncGenerator<Uint8Array> {
  for (const [n, from] of [0, ...cuts].entries()) yield body.subarray(from, cuts[n] ?? body.length);
}

/** Reads a body that is cut at these places. @returns the text to parse, and the bytes of the files */
async function read(body: string, { cuts = [], bytes = 500 }: { cuts?: number[]; bytes?: number } = {}) {
  const written: Record<string, string> = {};
  const write = async (field: string, chunk: Uint8Array): Promise<void> => {
    written[field] = (written[field] ?? '') + Buffer.from(chunk).toString('latin1');
  };
  const text = await readLongBody(piecesOf(Buffer.from(body), ...cuts), { apart: APART, bytes, write });
  return { text, ...written };
}

const SOUND = 'a sound, of no particular length?>';
const BASE64 = Buffer.from(SOUND, 'latin1').toString('base64');
const HEAD = 'data:audio/webm;codecs=opus;base64,';

describe('a file in a body', () => {
  it('is decoded as it arrives, and its field holds the head of its data URL', async () => {
    expect(await read(`{"title":"Bees","audio":"${HEAD}${BASE64}","n":[1]}`)).toEqual({
      text: `{"title":"Bees","audio":"${HEAD}","n":[1]}`,
      audio: SOUND,
    });
  });

  it('is the same wherever the body is split', async () => {
    const escaped = [...BASE64].map((character, n) => (n % 3 === 0 ? `\\u00${character.charCodeAt(0).toString(16)}` : character)).join('');
    const body = String.raw`{ "t\"\\": "a\"}{\u0022", "\u0061udio" : "data:audio\/webm;base64,${escaped}\n" , "whole":{"a":["}\"",{}]},"é":"é"}`;
    const whole = await read(body);
    expect(JSON.parse(whole.text)).toEqual({ 't"\\': 'a"}{"', audio: 'data:audio/webm;base64,', whole: null, é: 'é' });
    expect(whole).toHaveProperty('audio', SOUND);
    const length = Buffer.byteLength(body);
    for (let cut = 0; cut <= length; cut += 1) {
      expect(await read(body, { cuts: [cut] }), `cut at ${cut}`).toEqual(whole);
      expect(await read(body, { cuts: [cut, Math.min(cut + 1, length)] }), `cut at ${cut} and behind`).toEqual(whole);
    }
  });

  it.each([
    ['{"audio":5}', '{"audio":5}'],
    ['{"audio":null}', '{"audio":null}'],
    ['{"audio":["data:,AAAA"]}', '{"audio":["data:,AAAA"]}'],
    ['{"audio":{"audio":"data:,AAAA"}}', '{"audio":{"audio":"data:,AAAA"}}'],
    ['{"other":{"audio":"data:,AAAA"}}', '{"other":{"audio":"data:,AAAA"}}'],
    ['{"audio":""}', '{"audio":""}'],
    ['{"audio":"https://example.com/a.webm"}', '{"audio":"https://example.com/a.webm"}'],
    ['["audio","data:,AAAA"]', '["audio","data:,AAAA"]'],
    ['{}', '{}'],
    ['', ''],
    [' "audio" ', ' "audio" '],
  ])('does not exist in %s', async (body, text) => {
    expect(await read(body)).toEqual({ text });
  });

  it.each([
    ['larger than it may be', `{"audio":"data:,${'A'.repeat(1_400)}"}`, 'body.too_large'],
    ['sent twice', '{"audio":"data:,AAAA","audio":"data:,BBBB"}', 'body.malformed'],
    ['escaped as nothing is', String.raw`{"audio":"data:,\x41"}`, 'body.malformed'],
    ['escaped by no number', String.raw`{"audio":"data:,\u00zz"}`, 'body.malformed'],
  ])('is refused if it is %s', async (_, body, code) => {
    await expect(read(body)).rejects.toMatchObject({ code });
  });

  it.each([
    '{"audio":"data:,AA',
    '{"audio":"data:,AAAA"',
    '{"whole":[1,2',
    String.raw`{"audio":"data:,AAAA\u00`,
    '{"audio":"data:,AAAA"}}',
  ])('leaves no JSON where the body is broken: %s', async (body) => {
    const { text } = await read(body);
    expect(() => JSON.parse(text)).toThrow();
  });
});

describe('a value that nobody reads', () => {
  it.each([
    ['a number', '1.5'],
    ['a text', String.raw`"a\"}"`],
    ['a list', '[[[{"whole":"]"}]],"}"]'],
    ['an object', '{"id":"other","whole":{}}'],
    ['what is nested deeply', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['what has many values', `[${'1,'.repeat(400)}1]`],
  ])('is skipped, although it is %s', async (_, value) => {
    expect(await read(`{"whole":${value} ,"id":"mine"}`, { bytes: 60 })).toEqual({ text: '{"whole":null,"id":"mine"}' });
    expect(await read(`{"id":"mine","whole":${value}}`, { bytes: 60 })).toEqual({ text: '{"id":"mine","whole":null}' });
  });

  it('must not be longer than its limit', async () => {
    await expect(read(`{"whole":[${'1,'.repeat(500)}1]}`)).rejects.toMatchObject({ code: 'body.too_large' });
  });
});

describe('the rest of a long body', () => {
  it.each([['longer than its endpoint needs', `{"title":"${'x'.repeat(500)}"}`, {}, 'body.too_large']])(
    'is refused if it is %s, before it is parsed',
    async (_, body, limits, code) => {
      await expect(read(body, limits)).rejects.toMatchObject({ code });
    },
  );

  it('may be one long text', async () => {
    const body = JSON.stringify({ csv: 'a,b;[{:\n'.repeat(50_000) });
    expect(await read(body, { bytes: 500_000 })).toEqual({ text: body });
  });
});
