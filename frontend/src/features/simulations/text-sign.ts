import { CanvasTexture, Sprite, SpriteMaterial } from 'three';

const FONT = '500 40px system-ui, sans-serif';
const LINE = 56;
const EDGE = 8;

interface Look {
  /** Background colour of the text; without it, only the letters are drawn. */
  readonly ground?: string;
  /** Width at which a line breaks, in pixels; a line is 56 pixels high. */
  readonly widest?: number;
}

/** A text on a sign that always faces the reader. */
export interface TextSign {
  readonly sprite: Sprite;
  /** Its size for lines of height 1. */
  readonly extent: readonly [width: number, height: number];
  /** Frees its resources on the graphics card. */
  readonly dispose: () => void;
}

/** Draws a text on a sign. */
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
  // resizing a canvas resets its font; centred text suits both directions
  Object.assign(context, { font: FONT, fillStyle: '#f4efe6', textBaseline: 'middle', textAlign: 'center' });
  for (const [index, line] of lines.entries()) context.fillText(line, canvas.width / 2, (index + 0.5) * LINE);
  const map = new CanvasTexture(canvas);
  const material = new SpriteMaterial({ map, depthTest: false, transparent: true });
  const sprite = new Sprite(material);
  // signs are never pointed at, and three.js finds no camera for a hand that passes over them
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

/** Breaks a line between words so that each part fits; a long word has its own line. */
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
