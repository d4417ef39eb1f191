import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { quizItemSchema, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aCourse, aLesson } from '../course.factory.ts';
import { asKind, draftOfQuestion, itemOfDraft } from './question-draft.ts';
import { QuestionsEditor } from './questions-editor.tsx';

const content = ['Opening words.', '## The place\n\nA roof.', '## The wind\n\nDraught.'].join('\n\n');
const item: QuizItem = {
  kind: 'single',
  id: 'q1',
  question: 'What harms them?',
  options: [
    { id: 'a', text: 'Draught' },
    { id: 'b', text: 'Shade', feedback: 'Shade is what they seek.' },
  ],
  answer_id: 'a',
  explanation: 'It cools them.',
};
const placed: QuizItem = { ...item, id: 'q2', after: 2, purpose: 'recall', recalls: 'lesson-0-0' };

describe('an edited question', () => {
  it('is saved unchanged if nothing was edited, an old one without a place', () => {
    for (const one of [item, placed]) expect(itemOfDraft(draftOfQuestion(one))).toEqual(one);
  });

  it('has no feedback for a right option, nor for a kind without wrong ones', () => {
    const draft = draftOfQuestion(item);
    expect(JSON.stringify(itemOfDraft({ ...draft, right: ['b'] }))).not.toContain('seek');
    expect(JSON.stringify(itemOfDraft(asKind(draft, 'order')))).not.toContain('seek');
  });

  it('offers the places of its text, the earlier lessons, and feedback for each wrong option', async () => {
    const lesson = aLesson(0, 1, { content, quiz: [item] });
    const course = aCourse({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0), lesson, aLesson(0, 2)] }] });
    const sent = stubServer(() => ({ body: { version: 2, lesson } }));
    await showScreen(<QuestionsEditor course={course} lesson={lesson} onSaved={vi.fn()} />);
    const select = (name: string) => screen.getByLabelText<HTMLSelectElement>(name);
    const offered = (name: string) => [...select(name).options].map(({ text }) => text);
    const choose = (name: string, value: string) => fireEvent.change(select(name), { target: { value } });
    expect(screen.queryByLabelText('Earlier lesson')).toBeNull();
    choose('Purpose', 'recall');
    expect(offered('Earlier lesson')).toEqual(['None in particular', 'Lesson 0.0']);
    choose('Earlier lesson', 'lesson-0-0');
    expect(offered('Place')).toEqual(['Where it fits best', 'Before the text', 'After: section 1', 'After: The place', 'After the text']);
    choose('Place', '2');
    expect(screen.queryByLabelText('To learners who chose option 1')).toBeNull();
    fireEvent.change(screen.getByLabelText('To learners who chose option 2'), { target: { value: 'They seek it at noon.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save questions' }));
    const quiz = [
      {
        ...item,
        after: 2,
        purpose: 'recall',
        recalls: 'lesson-0-0',
        options: [item.options[0], { id: 'b', text: 'Shade', feedback: 'They seek it at noon.' }],
      },
    ];
    await waitFor(() => expect(sent).toMatchObject([{ method: 'PATCH', body: { quiz } }]));
    expect(quizItemSchema.parse(quiz[0])).toEqual(quiz[0]);
  });
});
