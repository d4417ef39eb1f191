import { CanvasTexture, Sprite, SpriteMaterial } from 'three';

const FONT = '500 40px system-ui, sans-serif';
const LINE = 56;
const EDGE = 8;

interface Look {
  /** Colour behind the words; without one they stand in the scene alone. */
  readonly ground?: string;
  /** Pixels after which a line breaks, of which a line's height has 56. */
  readonly widest?: number;
}

/** A text on a sign that always faces the reader. */
export interface TextSign {
  readonly sprite: Sprite;
  /** Its extent for lines of the height 1. */
  readonly extent: readonly [width: number, height: number];
  /** Frees what the graphics card keeps. */
  readonly dispose: () => void;
}

/** Writes a text on a sign. */
export function createSign(text: string, { ground, widest = Infinity }: Look = {}): TextSign {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  context.font = FONT;
  const lines = text.split('\n').flatMap((line) => brokenLines(line, (part) => context.measureText(part).width <= widest));
  const width = Math.max(...lines.map((line) => context.measureText(line).width));
  [canvas.width, canvas.height] = [Math.ceil(width) + 2 * EDGE, lines.length * LINE];
  if (ground !== undefined) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  // a canvas forgets its font with its size; in the middle, words of every direction stand well
  Object.assign(context, { font: FONT, fillStyle: '#f4efe6', textBaseline: 'middle', textAlign: 'center' });
  for (const [index, line] of lines.entries()) context.fillText(line, canvas.width / 2, (index + 0.5) * LINE);
  const map = new CanvasTexture(canvas);
  const material = new SpriteMaterial({ map, depthTest: false, transparent: true });
  const sprite = new Sprite(material);
  // nobody points at words, and three.js finds no camera for a hand that passes over them
  sprite.raycast = () => undefined;
  return {
    sprite,
    extent: [canvas.width / LINE, lines.length],
    dispose: () => {
      map.dispose();
      material.dispose();
    },
  };
}

/** Breaks a line between words, so that each part fits; a long word stands alone. */
function brokenLines(line: string, fits: (part: string) => boolean): string[] {
  const [first = '', ...words] = line.split(' ');
  const parts = [first];
  for (const word of words) {
    const longer = `${parts.at(-1)} ${word}`;
    if (fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(word);
  }
  return parts;
}
