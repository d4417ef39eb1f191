import { describe, expect, it } from 'vitest';
import type { ConceptMap, MapLesson } from './build-concept-map.ts';
import { boxAround, neighbourIn, placeNodes, shortLabel, titleLines } from './place-nodes.ts';

/** A course of modules with five lessons, in which every third lesson uses a term again. */
function aMap(lessonCount: number, termCount: number): ConceptMap {
  const lessons = Array.from({ length: lessonCount }, (_, n): MapLesson => {
    const place = { module: Math.floor(n / 5), lesson: n % 5 };
    return { id: `${place.module + 1}.${place.lesson + 1}`, place, title: `Lesson ${n}` };
  });
  const terms = Array.from({ length: termCount }, (_, n) => {
    const first = n % lessonCount;
    const uses = [first, first + 3, first + 6].flatMap((at) => lessons[at] ?? []);
    return {
      id: `term ${n}`,
      term: `A term of ${n}`,
      sentence: '',
      hasMaths: false,
      uses: uses.map((lesson, at) => ({ lesson, isExplained: at === 0, passage: '' })),
    };
  });
  return { lessons, terms };
}

/** Pairs of nodes that cover each other. */
const covered = (nodes: ReturnType<typeof placeNodes>) =>
  nodes.flatMap((one, at) =>
    nodes
      .slice(at + 1)
      .filter(
        (other) =>
          Math.abs(one.x - other.x) < (one.width + other.width) / 2 - 4 && Math.abs(one.y - other.y) < (one.height + other.height) / 2 - 4,
      )
      .map((other) => `${one.id} / ${other.id}`),
  );

describe('the places on a concept map', () => {
  it('are the same for the same map', () => {
    expect(placeNodes(aMap(12, 40), false)).toEqual(placeNodes(aMap(12, 40), false));
  });

  it('have the lessons in the order of reading, a row for every module', () => {
    const [first, second, , , , sixth] = placeNodes(aMap(6, 0), false);
    expect([second!.x > first!.x, second!.y]).toEqual([true, first!.y]);
    expect([sixth!.x, sixth!.y > first!.y]).toEqual([first!.x, true]);
    const [start, next] = placeNodes(aMap(2, 0), true);
    expect(next!.x).toBeLessThan(start!.x);
  });

  it('of a long course with many terms are beside each other', () => {
    expect(covered(placeNodes(aMap(60, 300), false))).toEqual([]);
  });

  it('are reached from one to the next in the direction of a key, until the edge', () => {
    const nodes = placeNodes(aMap(10, 0), false);
    const [first, second] = nodes;
    expect(neighbourIn(nodes, first!, [1, 0])).toBe(second);
    expect(neighbourIn(nodes, first!, [0, 1])).toBe(nodes[5]);
    expect(neighbourIn(nodes, first!, [-1, 0])).toBeUndefined();
  });

  it('have room for the whole title of a lesson, on as many lines as it needs', () => {
    expect(
      ['Teaching others', 'Sources worth your time', 'Donaudampfschifffahrtsgesellschaft', '蜜蜂在城市屋顶上的全年生活'].map(titleLines),
    ).toEqual([
      ['Teaching others'],
      ['Sources worth your', 'time'],
      ['Donaudampfschifffahrts', 'gesellschaft'],
      ['蜜蜂在城市屋顶上的全年', '生活'],
    ]);
  });

  it('have room for short names of terms: longer ones are cut between two words', () => {
    expect(shortLabel('The waggle dance of a forager bee')).toBe('The waggle dance of a…');
  });

  it('fit in the box around them', () => {
    const [first, second] = placeNodes(aMap(2, 0), false);
    const box = boxAround([first!, second!], 0);
    expect(box.width).toBe(second!.x - first!.x + first!.width);
    expect(box.height).toBe(first!.height);
  });
});
