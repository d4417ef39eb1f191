import { factsOf } from '#frontend/testing/facts-of.ts';
import { cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { FEEDBACK, IN_ORDER, metIn, placedLesson } from '#contract/courses/placed-lesson.factory.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aCourse, aLesson } from '#frontend/features/courses/course.factory.ts';
import { LearningView } from './learning-view.tsx';
import { lessonAt, nextPlace, parsePlace, placeOfLesson, previousPlace, type Place } from './lesson-path.ts';

const onExit = vi.fn();
const course = aCourse();
const show = (place: Place, shown = course) => showScreen(<LearningView userId="u1" course={shown} place={place} onExit={onExit} />);
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

/** The links in the contents, which are in a drawer on narrow screens. */
async function contents() {
  fireEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
  return [...(await screen.findByRole('navigation', { name: 'Modules' })).querySelectorAll('a')];
}

beforeEach(() => void stubServer(() => partly({ proposals: [] })));

describe('the learning view', () => {
  it('LRN-02 LRN-03 shows title and progress, module and lesson with their totals, and a link out', async () => {
    await show({ module: 1, lesson: 1 });
    expect(screen.getByText('Bees on a roof')).toBeTruthy();
    expect(screen.getByText(factsOf('Module 2 of 2 · Lesson 2 of 3 · 40% completed'))).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Course progress' }).getAttribute('aria-valuenow')).toBe('40');
    fireEvent.click(screen.getByRole('button', { name: 'Exit Course' }));
    expect(onExit).toHaveBeenCalledOnce();
  });

  it('LRN-04 marks completed lessons in the module list, in words', async () => {
    const [first, second] = course.modules;
    const done = aCourse({
      modules: [
        { ...first!, lessons: [aLesson(0, 0, { completed: true }), aLesson(0, 1)] },
        { ...second!, lessons: [aLesson(1, 0, { completed: true }), aLesson(1, 1)] },
      ],
    });
    await show({ module: 0, lesson: 0 }, done);
    const links = await contents();
    expect(links.map(({ textContent }) => textContent)).toEqual([
      '1The place',
      'Lesson 0.0Completed',
      'Lesson 0.1',
      '2The year1 of 2 completed',
      'Glossary',
      'Concept map',
    ]);
  });

  it('explains the notes on a lesson in plain words', async () => {
    const lesson = aLesson(0, 0, { notes: ['language', 'reading_level', 'length', 'too_long', 'edited'] });
    await show({ module: 0, lesson: 0 }, aCourse({ language: 'spanish', modules: [{ title: 'M', summary: '', lessons: [lesson] }] }));
    for (const text of [
      'This lesson could not be written in Spanish.',
      'This lesson is harder to read than you requested.',
      'This lesson is much shorter than you requested.',
      'This lesson is much longer than you requested.',
      'Edited by you.',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it('of a lesson without practice links to where it can be requested, and only there', async () => {
    const items = [{ id: 'lesson-0-0', practice_failures: [] }, { id: 'lesson-0-1' }];
    stubServer(({ path }) => partly(path.includes('/status/') ? { items } : { proposals: [] }));
    const lessons = [aLesson(0, 0, { notes: ['no_practice'] }), aLesson(0, 1, { notes: ['no_practice'] })];
    const lacking = aCourse({ task_id: 'task-1', modules: [{ title: 'M', summary: '', lessons }] });
    const { unmount } = await show({ module: 0, lesson: 0 }, lacking);
    const link = await screen.findByRole('link', { name: 'Write the practice at no cost' });
    expect(link.getAttribute('href')).toBe('/create/runs/task-1');
    unmount();
    await show({ module: 0, lesson: 1 }, lacking);
    expect(await screen.findByText('Its quiz and its exercises have not been written.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Write the practice at no cost' })).toBeNull();
  });

  it('LRN-04 lists the modules; choosing one goes to its first lesson', async () => {
    await show({ module: 0, lesson: 1 });
    const links = await contents();
    expect(links.map(({ textContent }) => textContent)).toEqual([
      '1The place',
      'Lesson 0.0',
      'Lesson 0.1',
      '2The year3 lessons',
      'Glossary',
      'Concept map',
    ]);
    expect(links.at(-3)?.getAttribute('href')).toBe('/courses/course-1/learn/1/0');
  });

  it('LRN-05 shows objectives, content, key takeaways and the author', async () => {
    await show({ module: 0, lesson: 0 });
    expect(screen.getByRole('heading', { level: 1, name: 'Lesson 0.0' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Objectives' }).textContent).toContain('Choose a place for a hive');
    expect(screen.getByText('dry').tagName).toBe('STRONG');
    expect(screen.getByRole('region', { name: 'Key takeaways' }).textContent).toContain('Wind is worse than cold');
    expect(screen.getByText(factsOf('12 min · Written by Claude, checked by Grok'))).toBeTruthy();
  });

  it('LRN-05 says of a lesson of the demo library that people wrote and checked it, or which service has checked it since', async () => {
    const bylineOf = async (part: Partial<ReturnType<typeof aLesson>>) => {
      const lesson = { ...aLesson(0, 0), written_by: null, written_with: undefined, reviewed_by: null, reviewed_with: undefined, ...part };
      const { unmount } = await show({ module: 0, lesson: 0 }, aCourse({ modules: [{ title: 'M', summary: '', lessons: [lesson] }] }));
      const said = screen.getByText(/Written/).textContent;
      unmount();
      return said;
    };
    expect(await bylineOf({ of_library: true })).toContain('Written and checked by people, for the demo library');
    const by = { model: 'grok-4.7', connection: 'vendor' } as const;
    expect(await bylineOf({ of_library: true, reviewed_by: 'grok', reviewed_with: by })).toContain(
      'Written by people for the demo library, checked by Grok',
    );
  });

  it('closes the drawer of contents by its button and by a choice in it', async () => {
    await show({ module: 0, lesson: 0 });
    await contents();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await dialogClosed();
    fireEvent.click((await contents())[2]!);
    await dialogClosed();
  });

  it('LRN-12 Previous Lesson is disabled at the first lesson and leads to the last lesson of the module before', async () => {
    const { unmount } = await show({ module: 0, lesson: 0 });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous Lesson' }).disabled).toBe(true);
    expect(hrefOf('Next Lesson')).toBe('/courses/course-1/learn/0/1');
    unmount();
    await show({ module: 1, lesson: 0 });
    expect(hrefOf('Previous Lesson')).toBe('/courses/course-1/learn/0/1');
    cleanup();
    await show({ module: 1, lesson: 2 });
    expect(hrefOf('Previous Lesson')).toBe('/courses/course-1/learn/1/1');
  });

  it('links from its end to any lesson of the course, by module, with progress and position', async () => {
    const [first, second] = course.modules;
    const begun = aCourse({ modules: [{ ...first!, lessons: [aLesson(0, 0, { completed: true }), aLesson(0, 1)] }, second!] });
    const { address } = await show({ module: 0, lesson: 1 }, begun);
    fireEvent.click(screen.getByRole('button', { name: 'Another lesson' }));
    const menu = await screen.findByRole('menu', { name: 'Another lesson' });
    const items = within(menu).getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      '1.1 Lesson 0.0Completed',
      '1.2 Lesson 0.1',
      '2.1 Lesson 1.0',
      '2.2 Lesson 1.1',
      '2.3 Lesson 1.2',
    ]);
    expect(items.filter((item) => item.getAttribute('aria-current') === 'page')).toEqual([items[1]]);
    await waitFor(() => expect(document.activeElement).toBe(items[1]));
    fireEvent.click(items[4]!);
    await waitFor(() => expect(address()).toBe('/courses/course-1/learn/1/2'));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('ends at the last lesson', async () => {
    await show({ module: 1, lesson: 2 });
    expect(screen.queryByRole('link', { name: 'Next Lesson' })).toBeNull();
    expect(screen.getByText('This is the last lesson.')).toBeTruthy();
  });

  it('keeps the course open for the Learning tab', async () => {
    await show({ module: 1, lesson: 2 });
    expect(renderHook(useOpenCourse).result.current).toEqual({ courseId: 'course-1', title: 'Bees on a roof', module: 1, lesson: 2 });
  });

  it('says so if the course has no such lesson', async () => {
    await show({ module: 9, lesson: 9 });
    expect(screen.getByRole('heading', { level: 1, name: 'No such lesson' })).toBeTruthy();
    expect(hrefOf('Go to the first lesson')).toBe('/courses/course-1/learn/0/0');
  });

  it('a quiz question is answered, graded and explained on its own', async () => {
    const quiz = [
      {
        id: 'q',
        question: 'What harms bees?',
        options: [
          { id: 'a', text: 'Cold' },
          { id: 'b', text: 'Draught' },
        ],
        answer_id: 'b',
        explanation: 'Wind carries heat away.',
      },
    ];
    await show({ module: 0, lesson: 0 }, aCourse({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0, { quiz })] }] }));
    const check = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Check answer' });
    expect(check().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByLabelText('Cold'));
    fireEvent.click(check());
    expect(within(screen.getByRole('group', { name: /What harms bees/ })).getByRole('status').textContent).toBe(
      'Not quite. The answer is: DraughtWind carries heat away.',
    );
    expect(screen.getByRole('radio', { name: 'Cold Your answer' })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Draught Right answer' }));
    expect(within(screen.getByRole('group', { name: /What harms bees/ })).getByRole('status').textContent).toBe('');
    fireEvent.click(check());
    expect(within(screen.getByRole('group', { name: /What harms bees/ })).getByRole('status').textContent).toBe(
      'Right.Wind carries heat away.',
    );
  });

  it('a wrong answer links back to its passage', async () => {
    const quiz = [
      {
        id: 'q',
        question: 'What harms bees?',
        options: [
          { id: 'a', text: 'Cold' },
          { id: 'b', text: 'Draught' },
        ],
        answer_id: 'b',
        explanation: '',
        after: 2,
      },
    ];
    const content = ['Opening.', '## The wind', 'It blows.', '## The cold', 'It freezes.'].join('\n\n');
    await show({ module: 0, lesson: 0 }, aCourse({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0, { content, quiz })] }] }));
    expect(screen.queryByRole('button', { name: 'Read the passage again' })).toBeNull();
    fireEvent.click(screen.getByLabelText('Cold'));
    fireEvent.click(screen.getByRole('button', { name: 'Check answer' }));
    const heading = screen.getByRole('heading', { name: /The wind/ });
    heading.scrollIntoView = vi.fn();
    fireEvent.click(screen.getByRole('button', { name: 'Read the passage again' }));
    expect(document.activeElement).toBe(heading);
  });

  it('an exercise hides its solution until the reader has a result of their own', async () => {
    const exercises = [{ id: 'e1', title: 'Watch', instructions: 'Write down what you see.', solution: '- It names the wind' }];
    await show({ module: 0, lesson: 0 }, aCourse({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0, { exercises })] }] }));
    const compare = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Compare with a good result' });
    expect(compare().disabled).toBe(true);
    expect(screen.queryByText('It names the wind')).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'I have done this elsewhere' }));
    expect(compare().disabled).toBe(false);
    fireEvent.click(screen.getByRole('checkbox', { name: 'I have done this elsewhere' }));
    fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: 'A north wind' } });
    fireEvent.click(compare());
    expect(screen.getByText('It names the wind')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Hide the good result' }));
    expect(screen.queryByText('It names the wind')).toBeNull();
  });

  it('a wrong answer can be tried again from the beginning', async () => {
    const options = ['Cold', 'Draught'].map((text) => ({ id: text, text }));
    const quiz = [{ id: 'q', question: 'What harms bees?', options, answer_id: 'Draught', explanation: '' }];
    await show({ module: 0, lesson: 0 }, aCourse({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0, { quiz })] }] }));
    fireEvent.click(screen.getByLabelText('Cold'));
    fireEvent.click(screen.getByRole('button', { name: 'Check answer' }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByText('Your answer')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Cold' }).checked).toBe(false);
  });
});

describe('questions in the text of a lesson', () => {
  const shown = aCourse({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0), aLesson(0, 1, placedLesson('lesson-0-0'))] }] });

  it('are where their author put them, each labelled by its purpose, and are numbered in reading order', async () => {
    await show({ module: 0, lesson: 1 }, shown);
    const regions = ['From an earlier lesson', 'Check yourself', 'Before you read', 'Quiz'].flatMap((name) =>
      screen.getAllByRole('region', { name }),
    );
    const text = document.body.textContent;
    expect(metIn(text)).toEqual(IN_ORDER);
    expect(text).toMatch(/1\. Question old\?[^]+2\. Question first\?[^]+3\. Question read\?[^]+4\. Question next\?[^]+5\. Question end\?/);
    expect(regions.map((region) => region.querySelectorAll('fieldset').length)).toEqual([1, 1, 1, 1, 2]);
    expect(regions[2]!.textContent).toContain('What do you think?');
  });

  it('recall a lesson by its title, which links to it, if it still exists', async () => {
    await show({ module: 0, lesson: 1 }, shown);
    const links = within(screen.getByRole('region', { name: 'From an earlier lesson' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Lesson 0.0', '/courses/course-1/learn/0/0']]);
    expect(within(screen.getByRole('region', { name: 'Quiz' })).queryByRole('link')).toBeNull();
  });

  it('explain the chosen wrong option, and nothing before', async () => {
    await show({ module: 0, lesson: 1 }, shown);
    const asked = within(screen.getByRole('group', { name: '4. Question next?' }));
    expect(document.body.textContent).not.toContain(FEEDBACK);
    fireEvent.click(asked.getByRole('radio', { name: 'Shade next' }));
    expect(document.body.textContent).not.toContain(FEEDBACK);
    fireEvent.click(asked.getByRole('button', { name: 'Check answer' }));
    const told = asked.getByText(`${FEEDBACK} (next).`);
    expect(asked.getByRole('radio', { name: /^Shade next/ }).getAttribute('aria-describedby')).toBe(told.closest('[id]')!.id);
    fireEvent.click(asked.getByRole('button', { name: 'Try again' }));
    expect(document.body.textContent).not.toContain(FEEDBACK);
  });
});

describe('a quiz with questions of other kinds', () => {
  const options = ['Larva', 'Egg', 'Bee'].map((text) => ({ id: text.toLowerCase(), text }));
  const ask = (question: object) =>
    show(
      { module: 0, lesson: 0 },
      aCourse({
        modules: [
          {
            title: 'M',
            summary: '',
            lessons: [aLesson(0, 0, { quiz: [{ id: 'q', explanation: 'So it is.', options, ...question } as never] })],
          },
        ],
      }),
    );
  const check = () => fireEvent.click(screen.getByRole('button', { name: 'Check answer' }));
  const said = () =>
    within(screen.getByRole('group', { name: /What of/ }))
      .getAllByRole('status')
      .at(-1)?.textContent;

  it('several options are ticked, and all right ones are needed', async () => {
    await ask({ kind: 'multiple', question: 'What of these flies?', answer_ids: ['bee', 'egg'] });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Bee' }));
    check();
    expect(said()).toBe('Not quite. The answer is: BeeEggSo it is.');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Egg/ }));
    check();
    expect(said()).toBe('Right.So it is.');
  });

  it('options are ordered by their buttons and by the keyboard, with announcements', async () => {
    await ask({ kind: 'order', question: 'What of it comes when?', answer_ids: ['egg', 'larva', 'bee'] });
    check();
    expect(said()).toBe('Not quite. The answer is: EggLarvaBeeSo it is.');
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move up: Bee' }), { key: 'ArrowUp', altKey: true });
    expect(screen.getByText('Bee: place 2 of 3')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Move down: Bee' }));
    fireEvent.click(screen.getByRole('button', { name: 'Move up: Egg' }));
    check();
    expect(said()).toBe('Right.So it is.');
  });
});

describe('places in a course', () => {
  it('LRN-06 are named by module index, underscore, lesson index', () => {
    expect(lessonAt(course, { module: 1, lesson: 2 })?.index).toBe('1_2');
  });

  it('LRN-12 link to one another across modules', () => {
    expect(previousPlace(course, { module: 0, lesson: 0 })).toBeNull();
    expect(previousPlace(course, { module: 1, lesson: 2 })).toEqual({ module: 1, lesson: 1 });
    expect(previousPlace(course, { module: 1, lesson: 0 })).toEqual({ module: 0, lesson: 1 });
    expect(nextPlace(course, { module: 0, lesson: 1 })).toEqual({ module: 1, lesson: 0 });
    expect(nextPlace(course, { module: 1, lesson: 2 })).toBeNull();
  });

  it('G34 a permanent lesson id finds its place in whatever version is live', () => {
    expect(placeOfLesson(course, 'lesson-1-2')).toEqual({ module: 1, lesson: 2 });
    expect(placeOfLesson(course, 'gone')).toBeNull();
  });

  it('are read from the address, and from nothing else', () => {
    expect(parsePlace('1', '0')).toEqual({ module: 1, lesson: 0 });
    for (const odd of ['-1', '1.5', 'x', '', '1e3']) expect(parsePlace(odd, '0')).toBeNull();
  });
});
