import { describe, expect, it } from 'vitest';
import { boundaryIn, formEvents } from './read-upload.ts';

async function* piecesOf(body: Uint8Array, ...cuts: number[]): AsyncGenerator<Uint8Array> {
  for (const [n, from] of [0, ...cuts].entries()) yield body.subarray(from, cuts[n] ?? body.length);
}

/** Reads a form whose boundary is `cut`, in pieces. @returns its parts with their data */
async function read(body: string, ...cuts: number[]) {
  const parts: { name: string; filename: string | null; type: string; data: string }[] = [];
  for await (const event of formEvents(piecesOf(Buffer.from(body, 'latin1'), ...cuts), 'cut')) {
    if ('part' in event) parts.push({ ...event.part, data: '' });
    else parts.at(-1)!.data += Buffer.from(event.data).toString('latin1');
  }
  return parts;
}

const field = (name: string, data: string) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${data}\r\n`;

describe('a form', () => {
  it('reads the same wherever it is split', async () => {
    const data = '\r\n--cu\r\n--\r\n\r\n--CUT-- \0\xff\r';
    const file = `--cut\r\nContent-Type: audio/webm; codecs=opus\r\nCONTENT-DISPOSITION: form-data; filename="a.webm"; name="sound"\r\n\r\n${data}\r\n`;
    const body = `ignored\r\n${field('note', 'Today')}${file}${field('empty', '')}--cut--\r\nignored`;
    const whole = await read(body);
    expect(whole).toEqual([
      { name: 'note', filename: null, type: 'text/plain', data: 'Today' },
      { name: 'sound', filename: 'a.webm', type: 'audio/webm; codecs=opus', data },
      { name: 'empty', filename: null, type: 'text/plain', data: '' },
    ]);
    for (let cut = 0; cut <= body.length; cut += 1) {
      expect(await read(body, cut), `cut at ${cut}`).toEqual(whole);
      expect(await read(body, cut, Math.min(cut + 1, body.length)), `cut at ${cut} and behind`).toEqual(whole);
    }
  });

  it('is read as Node’s own FormData writes it, with names in any script', async () => {
    const form = new FormData();
    form.append('a "name"\n', 'Bienen');
    form.append('file', new File(['12345'], 'Bücher "neu" 本.md', { type: 'text/markdown' }));
    const sent = new Response(form);
    const parts: unknown[] = [];
    for await (const event of formEvents(sent.body!, boundaryIn(sent.headers.get('Content-Type')!)!)) {
      parts.push('part' in event ? event.part : Buffer.from(event.data).toString());
    }
    expect(parts).toEqual([
      { name: 'a "name"\r\n', filename: null, type: 'text/plain' },
      'Bienen',
      { name: 'file', filename: 'Bücher "neu" 本.md', type: 'text/markdown' },
      '12345',
    ]);
  });

  it('may have no parts', async () => {
    expect(await read('--cut--')).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['without an end', field('note', 'Today')],
    ['without its last two characters', `${field('note', 'Today')}--cut`],
    ['with something behind a boundary', `${field('note', 'Today')}--cutter\r\n`],
    ['with a part without a name', '--cut\r\nContent-Disposition: form-data\r\n\r\nx\r\n--cut--'],
    ['with a part without headers', '--cut\r\n\r\nx\r\n--cut--'],
    ['with a part of another kind', '--cut\r\nContent-Disposition: attachment; name="note"\r\n\r\nx\r\n--cut--'],
    ['with headers that never end', `--cut\r\nContent-Disposition: form-data; name="${'n'.repeat(5_000)}`],
    ['with long headers', `--cut\r\nContent-Disposition: form-data; name="${'n'.repeat(5_000)}"\r\n\r\nx\r\n--cut--`],
  ])('is refused %s', async (_, body) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'body.malformed' });
    await expect(read(body, Math.floor(body.length / 2))).rejects.toMatchObject({ code: 'body.malformed' });
  });
});

it.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; Boundary="a b;c"', 'a b;c'],
  ['multipart/form-data', null],
  ['multipart/form-data; boundary=', null],
  [`multipart/form-data; boundary="${'a'.repeat(71)}"`, null],
])('the boundary in %j is %j', (type, boundary) => {
  expect(boundaryIn(type)).toBe(boundary);
});
