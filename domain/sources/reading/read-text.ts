import { lookup } from '#contract/platform/lookup.ts';
import { Blocks, type SourceDocument } from './source-document.ts';

/** Reads a plain text, in which blank lines separate paragraphs. Of subtitles, only the spoken words are read. */
export function readPlain(text: string): SourceDocument {
  const blocks = new Blocks();
  if (areSubtitles(text)) for (const paragraph of spokenIn(text)) blocks.add(paragraph);
  else for (const paragraph of text.split(/\n\s*\n/)) blocks.add(paragraph);
  return { title: null, pages: null, blocks: blocks.list };
}

/** Removes the marks that may end a heading. Not by a regular expression, which would try every space in it. */
function withoutEnd(heading: string): string {
  const text = heading.trimEnd();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  return end === 0 ? text : text.slice(0, end).trimEnd();
}

/** A line of indented code, which has no fence. */
const INDENTED = /^(?: {4}|\t)/;

/** Reads Markdown: headings are separated from the text, which stays as written. Code contains no headings; comments are dropped. */
export function readMarkdown(text: string): SourceDocument {
  const blocks = new Blocks();
  let paragraph: string[] = [];
  let fence = '';
  let isCode = false;
  const flush = (): void => {
    // white space in code has a meaning
    blocks.add(paragraph.join('\n'), { isSet: isCode || (paragraph.length > 0 && paragraph.every((line) => INDENTED.test(line))) });
    [paragraph, isCode] = [[], false];
  };
  const lines = text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '')
    .split('\n');
  for (const line of lines) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    isCode ||= mark !== undefined;
    const heading = fence === '' ? /^\s{0,3}(#{1,6})\s+(\S.*)$/.exec(line) : null;
    if (heading) {
      flush();
      blocks.add(withoutEnd(heading[2]!), { level: heading[1]!.length });
    } else if (fence === '' && line.trim() === '') flush();
    else paragraph.push(line);
  }
  flush();
  return { title: blocks.list.find(({ level }) => level === 1)?.text ?? null, pages: null, blocks: blocks.list };
}

/** The times of a subtitle, in SubRip (`00:00:01,000 --> 00:00:04,000`) and WebVTT (`00:01.000 --> 00:04.000 align:start`). */
const TIMES = /^\s{0,9}((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s{0,9}-->\s{0,9}((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})(?:\s|$)/;
/** Lines within which a subtitle file has its first times; a text may quote some later. */
const BEGINNING = 40;
/** Seconds of silence that end a paragraph, and the length from which the end of a sentence does. */
const SILENCE = 4;
const LONG = 600;
const ENTITIES: Readonly<Record<string, string>> = lookup({ amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '', quot: '"' });

/** Tells whether a text is a file of subtitles. */
function areSubtitles(text: string): boolean {
  const beginning = text
    .slice(0, 20_000)
    .replace(/^\ufeff/, '')
    .trimStart();
  const lines = beginning.split('\n', BEGINNING).map((line) => line.trim());
  if (/^WEBVTT(?:\s|$)/.test(lines[0]!)) return lines.some((line) => TIMES.test(line));
  // SubRip begins with a number, followed by times
  return TIMES.test(lines[0]!) || (/^\d+$/.test(lines[0]!) && TIMES.test(lines.slice(1).find(Boolean) ?? ''));
}

interface Cue {
  readonly from: number;
  readonly to: number;
  readonly lines: string[];
}

/** Returns the spoken words as paragraphs, without numbers, times, styling, and the repetitions of rolling subtitles. */
function* spokenIn(text: string): Generator<string> {
  let paragraph = '';
  let end = 0;
  let shown: readonly string[] = [];
  for (const { from, to, lines } of cuesIn(text)) {
    const spoken = lines.map(withoutMarks).filter(Boolean);
    const added = spoken.filter((line) => from - end > 0.5 || !shown.includes(line)).join(' ');
    const isOver = paragraph.length > LONG && /[.!?…。！？؟"”»]$/u.test(paragraph);
    if (paragraph !== '' && (from - end > SILENCE || isOver)) {
      yield paragraph;
      paragraph = '';
    }
    if (added) paragraph += paragraph === '' ? added : ` ${added}`;
    if (spoken.length > 0) [shown, end] = [spoken, to];
  }
  yield paragraph;
}

function* cuesIn(text: string): Generator<Cue> {
  let cue: Cue | null = null;
  let isNote = false;
  for (const line of text.split('\n')) {
    const times = TIMES.exec(line);
    if (times) {
      if (cue) {
        // this subtitle's number or name, if no empty line precedes it
        if (/^\s*\d+\s*$/.test(cue.lines.at(-1) ?? '')) cue.lines.pop();
        yield cue;
      }
      cue = { from: secondsOf(times[1]!), to: secondsOf(times[2]!), lines: [] };
      isNote = false;
    } else if (line.trim() === '') {
      if (cue && cue.lines.length > 0) {
        yield cue;
        cue = null;
      }
      isNote = false;
    } else if (/^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)) isNote = cue === null;
    else if (cue && !isNote) cue.lines.push(line);
  }
  if (cue) yield cue;
}

const secondsOf = (time: string): number =>
  time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/** Removes tags and positions; a voice's name stays before its words. */
const withoutMarks = (line: string): string =>
  line
    .replaceAll(/<v(?:\.[^\s<>]{0,80})?\s([^<>]{1,80})>/g, '$1: ')
    .replaceAll(/<[^<>]{0,200}>/g, '')
    .replaceAll(/\{\\[^{}]{0,80}\}/g, '')
    .replaceAll(/&(\w{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();
