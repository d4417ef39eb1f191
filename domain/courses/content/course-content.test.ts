import { describe, expect, it } from 'vitest';
import { ageGroup, durationText, totalMinutes } from './course-content.queries.ts';
import { buildContent, buildLesson } from './course.factory.ts';
import { hasPractice } from './lesson.commands.ts';
import { lessonMinutes } from './lesson-minutes.queries.ts';

describe('the time a lesson takes', () => {
  const lesson = buildLesson();
  const words = (n: number, word = 'word ') => ({ ...lesson, content: word.repeat(n), quiz: [] });
  const exercise = { id: 'e1', title: 'Try it', instructions: 'Open the hive.' };

  it('follows from its words, at 225 a minute, whatever was planned', () => {
    expect(lessonMinutes(words(900))).toBe(4);
    expect(lessonMinutes(words(3))).toBe(1);
    expect(lessonMinutes({ ...words(900), content: `${'word '.repeat(900)}\n\n\`\`\`js\n${'code '.repeat(900)}\n\`\`\`` })).toBe(4);
  });

  it('adds a minute for each question, five for each exercise and two for each step of a workshop', () => {
    const [question] = lesson.quiz;
    expect(lessonMinutes({ ...words(861), quiz: [question!, question!, question!, question!] })).toBe(8);
    expect(lessonMinutes({ ...words(450), exercises: [exercise] })).toBe(7);
  });

  it('adds a workshop by its steps: four minutes for each that asks something, and the reading of all others', () => {
    const field = { kind: 'number', answer: 5, tolerance: 0, unit: 'kg' } as const;
    const step = { id: 's', text: 'Weigh the hive.', field, hint: '', explanation: 'It is heavy.' };
    const told = { ...step, text: 'word '.repeat(225), field: null };
    const workshop = { title: 'A hive', intro: 'word '.repeat(225), steps: [step, step, told] };
    expect(lessonMinutes({ ...words(450), workshop })).toBe(2 + 1 + 4 + 4 + 1);
  });

  it('is counted in the same way in scripts without spaces', () => {
    expect(lessonMinutes(words(900, '蜂蜜'))).toBe(4);
  });
});

describe('the time a course takes', () => {
  it('is the sum of its lessons, and of its final task', () => {
    const content = buildContent();
    content.modules[0]!.lessons[0]!.content = 'word '.repeat(450);
    expect(totalMinutes(content)).toBe(3 + 1 + 1);
    const final_task = { title: 'A roof', task: 'Judge it.', points: ['Wind'], solution: 'Good.' };
    const plan = { thread: null, terms: [], conventions: [], final_task, lessons: [] };
    expect(totalMinutes({ ...content, plan })).toBe(3 + 1 + 1 + 40);
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

describe('the practice of a lesson', () => {
  const exercises = [{ id: 'e1', title: 'Try it', instructions: 'Open the hive.' }];

  it('is complete with a quiz, and with exercises; an exercise beside a quiz that was left out is incomplete', () => {
    expect(hasPractice({ ...buildLesson(), exercises: [] })).toBe(true);
    expect(hasPractice({ quiz: [], exercises, notes: [] })).toBe(true);
    for (const note of ['quiz_dropped', 'quiz_unchecked'] as const) expect(hasPractice({ quiz: [], exercises, notes: [note] })).toBe(false);
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
