import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { seedOf } from '#contract/courses/cover-art/draw.ts';
import { renderPicture, renderTitle } from './render-picture.ts';

const require = createRequire(import.meta.url);
const ffmpeg = process.env['FFMPEG_PATH'] ?? (require('@ffmpeg-installer/ffmpeg') as { path: string }).path;

/** Small, so that it renders quickly; the picture is larger, so that there is something to pan over. */
const WIDTH = 320;
const HEIGHT = 180;
const FPS = 12;
const PICTURE = { width: 400, height: 225 };

/** Renders a real H.264 clip with sound: a slow pan over a picture of the prompt's subject, with the prompt as its title. Deterministic by prompt. */
export async function renderClip(prompt: string, seconds: number): Promise<Buffer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-clip-'));
  const [picture, title, out] = ['picture.png', 'title.png', 'clip.mp4'].map((name) => path.join(folder, name)) as [string, string, string];
  const seed = seedOf(prompt);
  const way = `t/${seconds}`;
  const across = seed % 2 ? way : `(1-${way})`;
  const pan = `[0:v]crop=${WIDTH}:${HEIGHT}:x='(iw-${WIDTH})*${across}':y='(ih-${HEIGHT})*${way}'[panned];[panned][1:v]overlay[shown]`;
  const video = ['-loop', '1', '-framerate', String(FPS), '-t', String(seconds), '-i', picture, '-i', title];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=${220 + (seed % 220)}:duration=${seconds}`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '32k', '-shortest'];
  try {
    writeFileSync(picture, await renderPicture(prompt, PICTURE.width, PICTURE.height));
    writeFileSync(title, await renderTitle(prompt, WIDTH, HEIGHT));
    const flags = ['-hide_banner', '-loglevel', 'error', '-y'];
    await promisify(execFile)(ffmpeg, [
      ...flags,
      ...video,
      ...sound,
      '-filter_complex',
      pan,
      '-map',
      '[shown]',
      '-map',
      '2:a',
      ...encode,
      '-movflags',
      '+faststart',
      out,
    ]);
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
