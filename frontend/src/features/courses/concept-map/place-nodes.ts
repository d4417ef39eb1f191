import { forceCollide, forceLink, forceSimulation, forceY, type SimulationNodeDatum } from 'd3-force';
import { lookup } from '#contract/platform/lookup.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import type { ConceptMap, MapLesson, MapTerm } from './build-concept-map.ts';

/** Sizes of the nodes of the map, in its units, which are pixels at full size. */
const LESSON_WIDTH = 172;
/** Height of a lesson with a title of one line, and what each further line adds. */
export const LESSON_HEIGHT = 58;
export const TITLE_LINE = 18;
const LONGEST_LINE = 22;
export const TERM_HEIGHT = 30;
const CHARACTER = 7.6;
/** Scripts whose characters are about twice as wide. */
const WIDE_CHARACTERS = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af]/g;
const LONGEST_LABEL = 26;

/** A name shortened for the map, cut between words; screen readers get the whole name. */
export function shortLabel(text: string, longest = LONGEST_LABEL): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, end > longest / 3 ? end : longest - 1)}…`;
}

const charactersOf = (text: string): number => text.length + (text.match(WIDE_CHARACTERS)?.length ?? 0);

/** Width of a term with its label. */
export const termWidth = (label: string): number => Math.round(28 + CHARACTER * charactersOf(label));

/** A lesson's whole title, split into the lines of its frame. A word that is too long continues on the next line. */
export function titleLines(title: string): string[] {
  const lines: string[] = [];
  for (const word of formulaWords(title, undefined).split(' ')) {
    const size = charactersOf(word) > word.length ? LONGEST_LINE / 2 : LONGEST_LINE;
    for (let at = 0; at < word.length; at += size) {
      const part = word.slice(at, at + size);
      const line = `${lines.at(-1) ?? ''} ${part}`;
      if (at === 0 && lines.length > 0 && charactersOf(line) <= LONGEST_LINE) lines[lines.length - 1] = line;
      else lines.push(part);
    }
  }
  return lines;
}

/** A node positioned by its centre. */
interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface PlacedLesson extends Placed {
  readonly kind: 'lesson';
  readonly id: string;
  readonly lesson: MapLesson;
}
export interface PlacedTerm extends Placed {
  readonly kind: 'term';
  readonly id: string;
  readonly term: MapTerm;
}
export type PlacedNode = PlacedLesson | PlacedTerm;

/** Lessons per row; a longer module takes several rows. */
const COLUMNS = 5;
const COLUMN = LESSON_WIDTH + 68;
/** Height of a row without its lessons and terms, and the height that the terms of one lesson add. */
const ROW = 70;
const ROW_PER_TERM = 30;
const MOST_PER_ROW = 300;

/** The library keeps circles apart, but labels are wide and low: nodes are placed on a map that is stretched vertically. */
const STRETCH = 3;
const radiusOf = (width: number, height: number): number => Math.hypot(width / 2, (height / 2) * STRETCH);
/** Distance of a term to its lessons. */
const LINK = 150;
const TICKS = 150;
/** The number of final steps during which the lessons no longer attract the terms. */
const LAST_TICKS = 60;

interface Body extends SimulationNodeDatum {
  readonly id: string;
  readonly radius: number;
  /** The middle of the space between two rows of lessons, where terms are placed. */
  readonly lane: number;
}

/**
 * Places the nodes of a map: the lessons in rows in reading order, a new row for every module; the terms around the lessons they occur in,
 * closest to those that explain them. The result is always the same for the same map. Adding or removing a term does not move the lessons
 * within their rows.
 * @param isRightToLeft the reading direction
 */
export function placeNodes({ lessons, terms }: ConceptMap, isRightToLeft: boolean): PlacedNode[] {
  const lines = Math.max(1, ...lessons.map(({ title }) => titleLines(title).length));
  const size = { width: LESSON_WIDTH, height: LESSON_HEIGHT + (lines - 1) * TITLE_LINE };
  const row = size.height + ROW + Math.min(MOST_PER_ROW, (ROW_PER_TERM * terms.length) / Math.max(1, lessons.length));
  const placedLessons = placeLessons(lessons, size, row, isRightToLeft);
  const places = new Map(placedLessons.map((one) => [one.id, one] as const));
  const labelled = terms.map((term) => ({ term, width: termWidth(shortLabel(term.term)) }));

  const fixed: Body[] = placedLessons.map(({ id, x, y }) => ({
    id,
    radius: radiusOf(size.width, size.height),
    lane: y * STRETCH,
    fx: x,
    fy: y * STRETCH,
  }));
  const free: Body[] = labelled.map(({ term, width }, index) => {
    const at = term.uses.filter(({ isExplained }) => isExplained).map(({ lesson }) => places.get(lesson.id)!);
    const mean = (axis: 'x' | 'y') => at.reduce((sum, place) => sum + place[axis], 0) / at.length;
    // terms explained by the same lesson start around it, not on top of each other
    const angle = index * 2.4;
    return {
      id: term.id,
      radius: radiusOf(width, TERM_HEIGHT),
      lane: (Math.floor(mean('y') / row) + 0.5) * row * STRETCH,
      x: mean('x') + 90 * Math.cos(angle),
      y: (mean('y') + 70 * Math.sin(angle)) * STRETCH,
    };
  });
  const links = terms.flatMap(({ id, uses }) =>
    uses.map(({ lesson, isExplained }) => ({ source: id, target: lesson.id, strength: isExplained ? 0.4 : 0.3 / uses.length })),
  );
  const simulation = forceSimulation([...fixed, ...free])
    .force('apart', forceCollide<Body>(({ radius }) => radius).iterations(2))
    .force('to lane', forceY<Body>(({ lane }) => lane).strength(0.12))
    .force(
      'to lessons',
      forceLink<Body, (typeof links)[number] & { source: string; target: string }>(links)
        .id(({ id }) => id)
        .distance(LINK)
        .strength(({ strength }) => strength),
    )
    .stop();
  simulation.tick(TICKS);
  simulation.force('to lessons', null).tick(LAST_TICKS);

  const placedTerms = labelled.map(({ term, width }, index): PlacedTerm => ({
    kind: 'term',
    id: term.id,
    term,
    x: Math.round(free[index]!.x!),
    y: Math.round(free[index]!.y! / STRETCH),
    width,
    height: TERM_HEIGHT,
  }));
  return [...placedLessons, ...placedTerms];
}

function placeLessons(
  lessons: readonly MapLesson[],
  size: Pick<Placed, 'width' | 'height'>,
  row: number,
  isRightToLeft: boolean,
): PlacedLesson[] {
  let line = 0;
  let column = 0;
  return lessons.map((lesson, index): PlacedLesson => {
    const isNewModule = lesson.place.module !== lessons[index - 1]?.place.module;
    if (index > 0 && (isNewModule || column === COLUMNS)) {
      line += 1;
      column = 0;
    }
    const x = column * COLUMN * (isRightToLeft ? -1 : 1);
    column += 1;
    return { kind: 'lesson', id: lesson.id, lesson, x, y: Math.round(line * row), ...size };
  });
}

/** The box around nodes, with a margin. */
export function boxAround(nodes: readonly Placed[], margin = 24): Placed {
  const left = Math.min(...nodes.map(({ x, width }) => x - width / 2)) - margin;
  const right = Math.max(...nodes.map(({ x, width }) => x + width / 2)) + margin;
  const top = Math.min(...nodes.map(({ y, height }) => y - height / 2)) - margin;
  const bottom = Math.max(...nodes.map(({ y, height }) => y + height / 2)) + margin;
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

/** Directions of the arrow keys on the map. */
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = lookup({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
export const directionOf = (key: string): readonly [number, number] | undefined => DIRECTIONS[key];

/** The nearest node in a direction, preferring nodes straight ahead; undefined at the edge. */
export function neighbourIn<N extends Placed>(nodes: readonly N[], from: Placed, [toX, toY]: readonly [number, number]): N | undefined {
  let nearest: N | undefined;
  let least = Infinity;
  for (const node of nodes) {
    const ahead = (node.x - from.x) * toX + (node.y - from.y) * toY;
    const aside = Math.abs((node.x - from.x) * toY) + Math.abs((node.y - from.y) * toX);
    if (ahead <= 0 || aside > 3 * ahead) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [nearest, least] = [node, distance];
  }
  return nearest;
}
