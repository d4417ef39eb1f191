import { describe, expect, it } from 'vitest';
import { ageGroup, durationText, totalMinutes } from './course-content.ts';
import { buildContent } from './course.factory.ts';

describe('the time a course takes', () => {
  it('is the sum of its lessons', () => {
    expect(totalMinutes(buildContent())).toBe(60);
  });

  it.each([
    [0, '0 min'],
    [45, '45 min'],
    [120, '2 h'],
    [200, '3 h 20 min'],
  ])('%i minutes reads %s', (minutes, text) => {
    expect(durationText(minutes)).toBe(text);
  });
});

describe('the age group of a course', () => {
  it.each([
    [5, 'Young Children (5-7)'],
    [8, 'Children (8-12)'],
    [12, 'Children (8-12)'],
    [13, 'Teens (13-17)'],
    [17, 'Teens (13-17)'],
    [18, 'Adults'],
    [64, 'Adults'],
    [65, 'Seniors (65+)'],
    [120, 'Seniors (65+)'],
  ])('for age %i is %s', (age, group) => {
    expect(ageGroup(age)).toBe(group);
  });
});
