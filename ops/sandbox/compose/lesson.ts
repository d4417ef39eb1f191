import type { Heading } from '../language/book.ts';
import { quotedIn } from './flaws.ts';
import { formSentences, GROUPS } from './form-sections.ts';
import { shuffle } from './seeded-random.ts';
import { capitalise, type Speaker } from './speaker.ts';

/** The answer to a lesson request. */
export interface LessonAnswer {
  content: string;
  objectives: string[];
  key_takeaways: string[];
}

/**
 * `words` is the target length; `findings` come from a review and must be addressed. `style`, `wants`, `examples` and `subject` express a
 * reader's wish for another style, sections, a number of examples, and a subject; `unsafe` requests the passage unsuitable for minors.
 */
export interface LessonAsk {
  words: number;
  isLast: boolean;
  /** A sentence that names the topic word for word; empty where none is needed. */
  belonging: string;
  objectives: string[];
  findings: string[];
  research: string[];
  style: string | null;
  wants: readonly string[];
  examples: number;
  subject: string;
  unsafe: boolean;
}

interface Section {
  id: string;
  heading: string;
  text: string;
}

/** Minimum length of a lesson, whatever the brief says. */
const MIN_CHARACTERS = 700;
const CLOSERS = 14;
/** The order of the sections depends on the teaching style. */
const ORDERS: Record<string, readonly string[]> = {
  conversational: ['p0', 'example', 'p1', 'contrast', 'p2', 'steps', 'table'],
  academic: ['table', 'p0', 'p1', 'p2', 'contrast', 'example', 'steps'],
  practical: ['steps', 'p0', 'example', 'p1', 'table', 'p2', 'contrast'],
  socratic: ['contrast', 'p0', 'p1', 'example', 'p2', 'steps', 'table'],
  storytelling: ['example', 'p0', 'p1', 'contrast', 'p2', 'steps', 'table'],
  analytical: ['p0', 'table', 'p1', 'p2', 'contrast', 'steps', 'example'],
  inspirational: ['example', 'p0', 'steps', 'p1', 'p2', 'contrast', 'table'],
};
/** Learners with these needs get a list instead of a table. */
const NO_TABLE = ['screen-reader', 'dyslexia-friendly'];

/** The size of texts that stand one after the other with a blank between them. */
function measure() {
  let words = 0;
  let dense = 0;
  let characters = -1;
  return {
    add(text: string): void {
      words += text.match(/\S+/g)?.length ?? 0;
      dense += text.match(/[\u3040-\u30ff\u4e00-\u9fff]/g)?.length ?? 0;
      characters += text.length + 1;
    },
    // scripts without spaces: two characters make about one word
    words: () => words + Math.round(dense / 2),
    characters: () => characters,
  };
}

/** Composes one lesson: opening, points with reasons, an example, steps, sections from the form, and a bridge to the next lesson. */
export function composeLesson(speaker: Speaker, ask: LessonAsk): LessonAnswer {
  const { bank, brief } = speaker;
  const style = ask.style ?? brief.choices.teaching_style ?? 'conversational';
  const opening = speaker.say(speaker.drawFrom(`hooks ${style}`, bank.hooks[style] ?? (Object.values(bank.hooks)[0] as readonly string[])));
  const closing = speaker.join(
    speaker.say(speaker.drawFrom('anchors', speaker.book.anchors)),
    ask.belonging,
    speaker.say(speaker.drawFrom('closings', ask.isLast ? bank.last : bank.closings)),
  );
  const found = ask.findings.map((finding, i) => answerFinding(speaker, finding, i));
  const order = ORDERS[style] as readonly string[];
  const sections: Section[] = [];
  const size = measure();
  for (const text of [opening, closing, ...found.map((section) => section.text)]) size.add(text);
  const take = (section: Section): void => {
    sections.push(section);
    size.add(section.text);
  };
  const enough = (): boolean => size.words() >= ask.words * 0.95 && size.characters() >= MIN_CHARACTERS;
  const early = ask.wants.length > 0 ? ask.wants : [order.find((id) => !id.startsWith('p')) as string];
  const queue = [
    'p0',
    'p1',
    ...early,
    ...groupOrder(speaker, 2),
    'p2',
    ...order.filter((id) => !id.startsWith('p') && !early.includes(id)),
    ...groupOrder(speaker, 0).slice(2),
  ];
  for (const [i, id] of queue.entries()) {
    if (i >= 2 + early.length && sections.length >= 3 && enough()) break;
    const section = makeSection(speaker, id, ask, style);
    if (section) take(section);
  }
  for (let i = 0; i < CLOSERS && !enough(); i++) take(closer(speaker, i));
  return {
    content: write(speaker, opening, withUnsafe(speaker, arrange(sections, order), ask.unsafe), found, closing),
    objectives: ask.objectives.length > 0 ? ask.objectives : lessonObjectives(speaker),
    key_takeaways: speaker.points.map((point) => speaker.finish(sentence(speaker, point))),
  };
}

/** Rotates the groups, so that every choice of the form comes up in turn. */
function groupOrder(speaker: Speaker, take: number): Heading[] {
  const start = (speaker.index * 2) % GROUPS.length;
  const turned = [...GROUPS.slice(start), ...GROUPS.slice(0, start)];
  return take > 0 ? turned.slice(0, take) : turned;
}

function makeSection(speaker: Speaker, id: string, ask: LessonAsk, style: string): Section | null {
  const heading = (key: Heading): string => speaker.say(speaker.drawFrom(`heading ${key}`, speaker.book.headings[key]));
  if (/^p\d$/.test(id)) return pointSection(speaker, Number(id[1]), ask.words, style);
  if (id === 'example') return { id, heading: heading('example'), text: examples(speaker, ask) };
  if (id === 'steps') return { id, heading: heading('steps'), text: steps(speaker) };
  if (id === 'contrast') return { id, heading: heading('contrast'), text: contrast(speaker) };
  if (id === 'table') return tableSection(speaker, ask, heading('table'));
  const sentences = formSentences(speaker, id as Heading, ask.research);
  return sentences.length === 0 ? null : { id, heading: heading(id as Heading), text: speaker.join(...sentences) };
}

function pointSection(speaker: Speaker, i: number, words: number, style: string): Section | null {
  const point = speaker.points[i];
  if (point === undefined) return null;
  const rest = [speaker.draw('reasons'), speaker.draw('details')];
  if (words >= 500 || speaker.brief.voice === 'plain') rest.push(speaker.draw('details'));
  const named = style === 'academic' || style === 'analytical';
  if (named) return { id: `p${i}`, heading: speaker.finish(point), text: speaker.join(...rest) };
  return {
    id: `p${i}`,
    heading: i === 0 ? speaker.say('{focus}').replace(/^[“«„「]\s*|\s*[”»“」]$/g, '') : '',
    text: speaker.join(speaker.draw('frames', { point }), ...rest),
  };
}

/** Examples about the requested subject come first; when the table already shows the subject they are left out. */
function examples(speaker: Speaker, ask: LessonAsk): string {
  const own = ask.subject !== '' && !ask.wants.includes('table') ? wished(speaker, ask) : [];
  const rest = Array.from({ length: Math.max(0, ask.examples - own.length) }, () => example(speaker));
  return [...own, ...rest].join('\n\n');
}

const wished = (speaker: Speaker, { subject, examples: most }: LessonAsk): string[] =>
  speaker.book.wished.slice(0, Math.max(1, most)).map((pattern) => speaker.say(pattern, { wish: subject }));

function example(speaker: Speaker): string {
  const pattern = speaker.drawFrom('examples', speaker.bank.examples);
  return speaker.join(speaker.say(pattern), pattern.includes('{focus}') ? '' : moral(speaker));
}

const moral = (speaker: Speaker): string => speaker.say(speaker.drawFrom('morals', speaker.book.morals));

/** A second lesson on the same facet repeats its misconception, so a sentence connects it to the new content. */
function contrast(speaker: Speaker): string {
  const told = speaker.draw('contrasts', { myth: speaker.myth, point: speaker.points[0] as string });
  return speaker.isTwisted ? speaker.join(told, moral(speaker)) : told;
}

function steps(speaker: Speaker): string {
  const count = 4 + (speaker.index % 2);
  return Array.from({ length: count }, (_, i) => `${i + 1}. ${speaker.draw('steps')}`).join('\n');
}

/** A requested table, about the requested subject. */
function tableSection(speaker: Speaker, ask: LessonAsk, heading: string): Section {
  const isAsked = ask.wants.includes('table');
  if (!isAsked || ask.subject === '') return { id: 'table', heading, text: table(speaker, isAsked) };
  return {
    id: 'table',
    heading: capitalise(ask.subject),
    text: `${table(speaker, true)}\n\n${speaker.say(speaker.book.wished[0] as string, { wish: ask.subject })}`,
  };
}

function table(speaker: Speaker, isAsked: boolean): string {
  const rows = speaker.points.slice(0, 3).map((point) => [speaker.say('{thing}'), speaker.finish(point), speaker.say('{hazard}')]);
  if (!isAsked && speaker.brief.accessibility.some((option) => NO_TABLE.includes(option))) {
    return rows.map(([thing, tells, hazard]) => `- **${thing}**: ${tells} (${hazard}).`).join('\n');
  }
  const line = (cells: readonly (string | undefined)[]): string => `| ${cells.join(' | ')} |`;
  return [line(speaker.book.tableHead), '| --- | --- | --- |', ...rows.map(line)].join('\n');
}

/** Reasons and details in a combination unique within the course. */
function closer(speaker: Speaker, i: number): Section {
  const thing = speaker.word('thing');
  const heading = speaker.say(speaker.drawFrom('heading closer', speaker.book.headings.closer), { thing });
  const reasons = shuffle(speaker.bank.reasons, `${speaker.seed} closer reasons`);
  const details = shuffle(speaker.bank.details, `${speaker.seed} closer details`);
  const round = speaker.index * CLOSERS + i;
  const reason = round % reasons.length;
  const turn = Math.floor(round / reasons.length);
  const first = (reason + turn) % details.length;
  const second = (first + 1 + (Math.floor(turn / details.length) % (details.length - 1))) % details.length;
  const text = speaker.join(
    speaker.say(reasons[reason] as string, { thing }),
    speaker.say(details[first] as string),
    speaker.say(details[second] as string, { thing }),
    i % 2 ? speaker.say(reasons[(reason + 3) % reasons.length] as string) : '',
  );
  return { id: `closer${i}`, heading, text };
}

function withUnsafe(speaker: Speaker, sections: Section[], isUnsafe: boolean): Section[] {
  if (!isUnsafe) return sections;
  const passage: Section = { id: 'unsafe', heading: '', text: speaker.book.unsafe };
  return [...sections.slice(0, 2), passage, ...sections.slice(2)];
}

/** A section that addresses a finding. */
function answerFinding(speaker: Speaker, finding: string, i: number): Section {
  const heading = speaker.say(speaker.drawFrom('heading finding', speaker.book.headings.finding));
  const quote = quotedIn(finding);
  const [open, close] = speaker.book.quote;
  const about = quote === '' ? '' : `${open}${quote}${close}: `;
  return { id: `finding${i}`, heading, text: `${about}${speaker.say(speaker.drawFrom('corrections', speaker.book.corrections))}` };
}

/** Core sections in the order of the teaching style, with the form's sections between them. */
function arrange(sections: Section[], order: readonly string[]): Section[] {
  const core = sections.filter(({ id }) => order.includes(id)).sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const other = sections.filter(({ id }) => !order.includes(id));
  const result: Section[] = [];
  core.forEach((section, i) => {
    result.push(section);
    // The three points form a unit; nothing is inserted between a point and a following one without heading.
    const free = core[i + 1]?.heading !== '';
    if (i >= 2 && free && other.length > 0) result.push(other.shift() as Section);
  });
  return [...result, ...other];
}

function write(speaker: Speaker, opening: string, sections: Section[], found: Section[], closing: string): string {
  const short = speaker.brief.accessibility.includes('dyslexia-friendly');
  const block = (text: string): string => (short && !/^(\d\.|[-|])/.test(text) ? text.replace(/([.!?]”?) (?=\p{Lu})/gu, '$1  \n') : text);
  const parts = [block(opening)];
  for (const { heading, text } of [...sections, ...found]) {
    if (heading !== '') parts.push(`## ${heading}`);
    parts.push(block(text));
  }
  parts.push(`## ${speaker.say(speaker.drawFrom('heading closing', speaker.book.headings.closing))}`, block(closing));
  return parts.join('\n\n');
}

function lessonObjectives(speaker: Speaker): string[] {
  const patterns = speaker.book.outline.lessonObjectives;
  return [0, 1, 2].map((i) =>
    speaker.say(speaker.drawFrom('objectives', patterns), { point: speaker.points[i % speaker.points.length] as string }),
  );
}

const sentence = (speaker: Speaker, text: string): string => text + speaker.book.stop;
