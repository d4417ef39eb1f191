import { crc32, deflateSync } from 'node:zlib';
import { GLYPHS, wrapText } from './pixel-font.ts';

/** 16:9, and small so that it renders quickly. */
const WIDTH = 672;
const HEIGHT = 378;
const LETTER = { width: 6, size: 4 };
const TEXT = { letters: Math.floor((WIDTH - 64) / (LETTER.width * LETTER.size)), lines: 6 };

const numberOf = (text: string): number => [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.codePointAt(0)!) >>> 0, 7);

/** Renders a real PNG: hills under a sky in colours derived from the prompt, with its words, deterministic by prompt. */
export function renderPicture(prompt: string): Buffer {
  const seed = numberOf(prompt);
  const hue = (seed % 628) / 100;
  const tones = [0, 1, 2].map((channel) => 0.62 + 0.38 * Math.sin(hue + channel * 2.1)) as [number, number, number];
  // each row begins with its filter type
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  const at = (x: number, y: number) => y * (1 + WIDTH * 3) + 1 + x * 3;
  for (let x = 0; x < WIDTH; x += 1) {
    const edge = (hill: number) => HEIGHT * (0.55 + hill * 0.14) + Math.sin(x / (60 + hill * 25) + hue * (hill + 1)) * (34 - hill * 8);
    const hills = [edge(0), edge(1), edge(2)] as const;
    for (let y = 0; y < HEIGHT; y += 1) {
      const depth = Number(y > hills[0]) + Number(y > hills[1]) + Number(y > hills[2]);
      const light = depth === 0 ? 235 - (y / HEIGHT) * 50 : 170 - depth * 34;
      const offset = at(x, y);
      rows[offset] = Math.round(light * tones[0]);
      rows[offset + 1] = Math.round(light * tones[1]);
      rows[offset + 2] = Math.round(light * tones[2]);
    }
  }
  const sun = { x: 90 + (seed % (WIDTH - 180)), y: 70 };
  for (let y = sun.y - 34; y <= sun.y + 34; y += 1)
    for (let x = sun.x - 34; x <= sun.x + 34; x += 1)
      if ((x - sun.x) ** 2 + (y - sun.y) ** 2 < 34 ** 2) rows.fill(250, at(x, y), at(x, y) + 3);
  for (const [row, line] of wrapText(prompt, TEXT).entries())
    for (const [column, letter] of [...line].entries())
      drawLetter(letter, 32 + column * LETTER.width * LETTER.size, HEIGHT / 3 + row * 38, (x, y) => rows.fill(28, at(x, y), at(x, y) + 3));
  return pngOf(rows);
}

function drawLetter(letter: string, left: number, top: number, dot: (x: number, y: number) => void): void {
  for (const [y, bits] of (GLYPHS[letter] ?? []).entries())
    for (let x = 0; x < 5 * LETTER.size; x += 1)
      for (let dy = 0; dy < LETTER.size; dy += 1)
        if (bits & (16 >> Math.floor(x / LETTER.size))) dot(left + x, Math.floor(top) + y * LETTER.size + dy);
}

function pngOf(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits for each of three colours
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 3 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}
