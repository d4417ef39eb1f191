import { describe, expect, it } from 'vitest';
import { placeOf, placesFor } from '#frontend/app/shell/places.ts';

const captions = (open: Parameters<typeof placesFor>[0]) => placesFor(open).map(({ caption }) => caption);

describe('the navigation', () => {
  it('G42 has the places that exist, AI Builder first', () => {
    expect(captions(null)).toEqual(['AI Builder', 'My Courses', 'Community', 'AI Mentor', 'Dashboard']);
  });

  it('SHELL-03 (G42) has Learning, one column more, only while a course is open', () => {
    const places = placesFor({ courseId: 'c 1', title: 'Bees', module: 1, lesson: 2 });
    expect(places.map(({ caption }) => caption)).toEqual(['AI Builder', 'My Courses', 'Learning', 'Community', 'AI Mentor', 'Dashboard']);
    expect(places[2]?.href).toBe('/courses/c%201/learn/1/2');
  });

  it.each([
    ['/create', 'builder'],
    ['/create/runs/1/lessons/2', 'builder'],
    ['/courses', 'courses'],
    ['/courses/abc', 'courses'],
    ['/courses/abc/learn/0/1', 'learning'],
    ['/community/groups/1', 'community'],
    ['/mentor', 'mentor'],
    ['/dashboard/points', 'dashboard'],
    ['/createx', null],
    ['/', null],
  ])('knows that %s belongs to %s', (path, place) => {
    expect(placeOf(path)).toBe(place);
  });
});
