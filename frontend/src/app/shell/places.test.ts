import { describe, expect, it } from 'vitest';
import { placeOf, placesFor } from './shell.tsx';

const captions = (open: Parameters<typeof placesFor>[0]) => placesFor(open).map(({ caption }) => caption);

describe('the navigation', () => {
  it('OPS-03 ends with the console for an operator, and for nobody else', () => {
    expect(placesFor(null, true).at(-1)).toMatchObject({ caption: 'Console', href: '/operator' });
    expect(captions(null)).not.toContain('Console');
  });

  it('SHELL-03 (G42) has Learning, one column more, only while a course is open', () => {
    const places = placesFor({ courseId: 'c 1', title: 'Bees', module: 1, lesson: 2 });
    expect(places[2]?.href).toBe('/courses/c%201/learn/1/2');
  });

  it('SHELL-04 has at most six places on a phone, and the mentor is always one of them', () => {
    const onPhone = (open: Parameters<typeof placesFor>[0], isOperator = false) =>
      placesFor(open, isOperator)
        .filter(({ isWideOnly }) => !isWideOnly)
        .map(({ id }) => id);
    const open = { courseId: 'c', title: 'Bees', module: 0, lesson: 0 };
    expect(onPhone(null)).toEqual(['builder', 'courses', 'community', 'mentor', 'dashboard']);
    expect(onPhone(open)).toEqual(['builder', 'courses', 'learning', 'community', 'mentor', 'dashboard']);
    expect(onPhone(null, true)).toEqual(['builder', 'courses', 'community', 'mentor', 'dashboard', 'console']);
    expect(onPhone(open, true)).toEqual(['builder', 'courses', 'learning', 'mentor', 'dashboard', 'console']);
  });

  it.each([
    ['/create', 'builder'],
    ['/create/runs/1/lessons/2', 'builder'],
    ['/welcome', 'builder'],
    ['/courses', 'courses'],
    ['/courses/abc', 'courses'],
    ['/courses/abc/learn/0/1', 'learning'],
    ['/community/groups/1', 'community'],
    ['/review', 'courses'],
    ['/classes', 'courses'],
    ['/classes/abc', 'courses'],
    ['/notes', 'courses'],
    ['/mentor', 'mentor'],
    ['/dashboard/points', 'dashboard'],
    ['/operator/runs/1', 'console'],
    ['/createx', null],
    ['/', null],
  ])('knows that %s belongs to %s', (path, place) => {
    expect(placeOf(path)).toBe(place);
  });
});
