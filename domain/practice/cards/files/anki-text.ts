import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { formulasIn } from '#contract/courses/lesson-maths.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' };

const escaped = (text: string): string => text.replaceAll(/[&<>\n]/g, (sign) => ESCAPES[sign]!);

/** Writes a side of a card as Anki stores it: HTML, with formulas for MathJax. */
export const toAnkiHtml = (text: string): string =>
  formulasIn(text)
    .map(({ text: piece, isFormula }) => (isFormula ? String.raw`\(${escaped(piece)}\)` : escaped(piece)))
    .join('');

const BLOCKS = new Set(['div', 'p', 'li', 'ul', 'ol', 'tr', 'table', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'hr']);
const LEFT_OUT = new Set(['script', 'style', 'template', 'noscript', 'title']);
const MEDIA = new Set(['img', 'audio', 'video', 'object', 'embed', 'iframe', 'svg']);
/** Of formulas: MathJax's marks, and those of Anki's LaTeX. */
const MARKS = /\\[()[\]]|\[\/?(?:\$\$?|latex)\]/g;
const SOUND = /\[sound:[^[\]]*\]/g;
/** Deeper ones are no card's. */
const DEEPEST = 200;

/** Reads a field of an Anki note as plain text. @returns also how many pictures and recordings it had */
export function fromAnkiHtml(html: string): { text: string; media: number } {
  let text = '';
  let media = html.match(SOUND)?.length ?? 0;
  const newLine = (): void => void (text !== '' && !text.endsWith('\n') && (text += '\n'));
  const walk = (node: Node, depth: number): void => {
    if (node.nodeName === '#text') text += (node as DefaultTreeAdapterTypes.TextNode).value.replaceAll(/[\r\n]+/g, ' ');
    if (!('tagName' in node) || depth > DEEPEST || LEFT_OUT.has(node.tagName)) return;
    if (MEDIA.has(node.tagName)) return void (media += 1);
    if (node.tagName === 'br') text += '\n';
    const isBlock = BLOCKS.has(node.tagName);
    if (isBlock) newLine();
    for (const child of node.childNodes) walk(child, depth + 1);
    if (isBlock) newLine();
  };
  for (const node of parseFragment(html.replaceAll(SOUND, '')).childNodes) walk(node, 0);
  return { text: text.replaceAll(MARKS, '$').trim(), media };
}
