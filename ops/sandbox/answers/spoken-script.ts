import katex from 'katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { AudioStyle } from '#contract/audio/audio.contract.ts';
import { ASKED_ALOUD } from '#domain/audio/spoken-lesson.queries.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly value?: string;
  readonly alt?: string | null;
}
type Turn = { voice: 'first' | 'second'; text: string; asks: boolean };

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath);
/** A question to the listener, or its answer. */
const ALOUD = new RegExp(`^(${Object.values(ASKED_ALOUD).join('|')})\\s+(.+)$`, 's');
/** Characters that cannot be spoken. */
const MARKS = /[`*_#|\\{}<>$[\]]|https?:\S+/g;

/** Languages in which formulas can be spoken; in others they are spoken in English. */
const LOCALES = new Set(['en', 'es', 'fr', 'de', 'it', 'ko', 'hi']);
let engine: { setupEngine(settings: object): Promise<unknown>; toSpeech(mathml: string): string } | null = null;

/** Loads the speech rules for formulas in a language, which take a third of a second and only scripts need. */
export async function readyToSpeak(language: string): Promise<void> {
  engine ??= (await import('speech-rule-engine')).default;
  await engine.setupEngine({ locale: localeOf(language), domain: 'clearspeak', modality: 'speech' });
}

function localeOf(language: string): string {
  const code = LANGUAGE_CODES[language as keyof typeof LANGUAGE_CODES] ?? 'en';
  return LOCALES.has(code) ? code : 'en';
}

/** Returns a formula in words; an unreadable one as its characters. */
function sayFormula(latex: string): string {
  const rendered = katex.renderToString(latex, { output: 'mathml', throwOnError: false });
  const mathml = /<math[\s\S]*<\/math>/.exec(rendered)?.[0].replace(/<annotation[\s\S]*?<\/annotation>/, '');
  return engine && mathml ? engine.toSpeech(mathml) : latex;
}

/** Converts a lesson's Markdown to spoken words: a turn for each section. In a dialogue the second voice asks about the headings. */
export function scriptOf(
  markdown: string,
  { title, style, language }: { title: string; style: AudioStyle; language: string },
): { turns: Turn[] } {
  void engine?.setupEngine({ locale: localeOf(language) });
  const tree: Node = parser.parse(markdown);
  const turns: Turn[] = [];
  let heading = title;
  let said: string[] = [];
  const close = (): void => {
    const text = said.map(speakable).filter(Boolean).join(' ');
    if (text === '') return;
    const name = speakable(heading);
    if (style === 'dialogue') turns.push({ voice: 'second', text: asked(name), asks: false }, { voice: 'first', text, asks: false });
    else turns.push({ voice: 'first', text: `${ended(name)} ${text}`, asks: false });
  };
  for (const node of tree.children ?? []) {
    const [, mark, aloud] = ALOUD.exec(node.type === 'blockquote' ? say(node) : '') ?? [];
    if (aloud !== undefined) {
      close();
      said = [];
      turns.push({ voice: 'first', text: speakable(aloud), asks: mark === ASKED_ALOUD.question });
    } else if (node.type !== 'heading') said.push(say(node));
    else {
      close();
      said = [];
      heading = inline(node);
    }
  }
  close();
  return { turns };
}

/** Returns the problems of a script: turns that differ from the lesson. */
export function findingsOf(script: unknown, { turns }: { turns: readonly Turn[] }): string[] {
  const given = Array.isArray(script) ? (script as Turn[]) : [];
  return turns.flatMap(({ text }, n) => (given[n]?.text === text ? [] : [`Turn ${n + 1} should say: ${text.slice(0, 300)}`])).slice(0, 6);
}

const inline = ({ type, value, alt, children = [] }: Node): string => {
  if (type === 'inlineMath' || type === 'math') return sayFormula(value ?? '');
  if (type === 'image') return alt ?? '';
  if (type === 'html') return '';
  return value ?? children.map(inline).join('');
};

/** Returns a block as sentences. Code is skipped, because the text beside it says what it does. */
function say(node: Node): string {
  const { type, children = [] } = node;
  if (type === 'code') return '';
  if (type === 'list' || type === 'blockquote' || type === 'listItem') return children.map(say).join(' ');
  if (type === 'table') {
    const [header, ...rows] = children.map((row) => (row.children ?? []).map(inline));
    return rows.map((cells) => ended(cells.map((cell, n) => (n === 0 ? cell : `${header?.[n] ?? ''}: ${cell}`)).join(', '))).join(' ');
  }
  return ended(inline(node));
}

const speakable = (text: string): string => text.replaceAll(MARKS, ' ').replaceAll(/\s+/g, ' ').trim();
const ended = (text: string): string => (text.trim() === '' || /[.!?…:;。！？]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);
const asked = (text: string): string => `${text.replace(/[.!?…:;。！？]+$/u, '')}?`;
