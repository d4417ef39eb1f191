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

  it('has five places on a phone: while a course is open, the lesson has the mentor’s button', () => {
    const onPhone = (open: Parameters<typeof placesFor>[0]) => placesFor(open).filter(({ isWideOnly }) => !isWideOnly);
    expect(onPhone(null).map(({ id }) => id)).toEqual(['builder', 'courses', 'community', 'mentor', 'dashboard']);
    const open = { courseId: 'c', title: 'Bees', module: 0, lesson: 0 };
    expect(onPhone(open).map(({ id }) => id)).toEqual(['builder', 'courses', 'learning', 'community', 'dashboard']);
  });

  it.each([
    ['/create', 'builder'],
    ['/create/runs/1/lessons/2', 'builder'],
    ['/courses', 'courses'],
    ['/courses/abc', 'courses'],
    ['/courses/abc/learn/0/1', 'learning'],
    ['/community/groups/1', 'community'],
    ['/review', 'courses'],
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
