import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GLYPHS, wrapText } from './pixel-font.ts';

const require = createRequire(import.meta.url);
const ffmpeg = process.env['FFMPEG_PATH'] ?? (require('@ffmpeg-installer/ffmpeg') as { path: string }).path;

/** Small, so that it renders quickly, yet large enough to show motion. */
const WIDTH = 320;
const HEIGHT = 180;
const FPS = 12;
const BALL = 12;
const LETTER = { width: 6, height: 8, size: 2 };
const TEXT = { letters: Math.floor((WIDTH - 32) / (LETTER.width * LETTER.size)), lines: 5 };

/** One frame as RGB: a drifting two-colour gradient, a ball that crosses it, and the text. */
function frameOf(lines: readonly string[], hue: number, at: number): Buffer {
  const frame = Buffer.alloc(WIDTH * HEIGHT * 3);
  const ball = { x: (at * 60) % WIDTH, y: HEIGHT / 2 + Math.sin(at * 2) * 50 };
  // a clip has millions of pixels: what depends on the column, the row or the channel alone is computed once
  const across = Float64Array.from({ length: WIDTH }, (_, x) => Math.sin((x + at * 80) / 50));
  const down = Float64Array.from({ length: HEIGHT }, (_, y) => Math.cos((y - at * 40) / 40));
  const tones = [0, 1, 2].map((channel) => 1 + Math.sin(hue + channel * 2.1)) as [number, number, number];
  for (let y = 0, offset = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1, offset += 3) {
      const wave = (across[x]! + down[y]! + 2) / 4;
      frame[offset] = Math.round(40 + 90 * wave * tones[0]);
      frame[offset + 1] = Math.round(40 + 90 * wave * tones[1]);
      frame[offset + 2] = Math.round(40 + 90 * wave * tones[2]);
    }
  }
  for (let y = Math.ceil(ball.y - BALL); y < ball.y + BALL; y += 1)
    for (let x = Math.max(0, Math.ceil(ball.x - BALL)); x < Math.min(WIDTH, ball.x + BALL); x += 1)
      if ((x - ball.x) ** 2 + (y - ball.y) ** 2 < BALL ** 2) frame.fill(240, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
  for (const [row, line] of lines.entries())
    for (const [column, letter] of [...line].entries()) drawLetter(frame, letter, 16 + column * LETTER.width * LETTER.size, 16 + row * 20);
  return frame;
}

function drawLetter(frame: Buffer, letter: string, left: number, top: number): void {
  for (const [y, bits] of (GLYPHS[letter] ?? []).entries())
    for (let x = 0; x < 5; x += 1) {
      if ((bits & (16 >> x)) === 0) continue;
      for (let dy = 0; dy < LETTER.size; dy += 1)
        for (let dx = 0; dx < LETTER.size; dx += 1) {
          const offset = ((top + y * LETTER.size + dy) * WIDTH + left + x * LETTER.size + dx) * 3;
          if (offset + 2 < frame.length) frame.fill(255, offset, offset + 3);
        }
    }
}

/** Renders a real H.264 clip with motion, sound and the prompt's words, deterministic by prompt. */
export async function renderClip(prompt: string, seconds: number): Promise<Buffer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-clip-'));
  const out = path.join(folder, 'clip.mp4');
  const lines = wrapText(prompt, TEXT);
  const hue = [...prompt].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) / 7;
  const video = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', 'pipe:0'];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=${220 + (Math.round(hue * 13) % 220)}:duration=${seconds}`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '32k', '-shortest'];
  try {
    const child = spawn(
      ffmpeg,
      ['-hide_banner', '-loglevel', 'error', '-y', ...video, ...sound, ...encode, '-movflags', '+faststart', out],
      {
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    child.stdin.on('error', () => undefined);
    for (let frame = 0; frame < seconds * FPS; frame += 1) {
      const isRoom = child.stdin.write(frameOf(lines, hue, frame / FPS));
      if (!isRoom) await new Promise((resolve) => child.stdin.once('drain', resolve));
    }
    child.stdin.end();
    if ((await ended) !== 0) throw new Error('ffmpeg made no clip');
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
