import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { editedWorkshopSchema } from '#contract/courses/edited-workshop.ts';
import type { Workshop } from '#contract/courses/workshop.contract.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aCourse, aLesson } from '../course.factory.ts';
import { draftOfWorkshop, workshopOfDraft } from './workshop-draft.ts';
import { WorkshopEditor } from './workshop-editor.tsx';

const workshop: Workshop = {
  title: 'A roof for two hives',
  intro: 'The roof is 4 m long.',
  steps: [
    {
      id: 'a',
      text: 'How many metres remain?',
      field: { kind: 'number', answer: -1.234, tolerance: 0.001, unit: 'm' },
      hint: 'Measure.',
      explanation: '',
    },
    {
      id: 'b',
      text: 'Which side?',
      field: {
        kind: 'choice',
        options: [
          { id: 'n', text: 'North', feedback: 'The wind comes from there.' },
          { id: 's', text: 'South' },
        ],
        answer_id: 's',
      },
      hint: '',
      explanation: 'South.',
    },
    { id: 'c', text: 'Type it.', field: { kind: 'line', accepted: ['x = 1', 'x = 1.0'], code: true }, hint: '', explanation: '' },
    { id: 'd', text: 'Done.', field: null, hint: '', explanation: '' },
  ],
};

async function show(part: { workshop?: Workshop }) {
  const lesson = aLesson(0, 0, part);
  const sent = stubServer(() => ({ body: { version: 2, lesson } }));
  await showScreen(
    <WorkshopEditor course={aCourse({ modules: [{ title: 'M', summary: '', lessons: [lesson] }] })} lesson={lesson} onSaved={vi.fn()} />,
  );
  return sent;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });

describe('the editor of a workshop', () => {
  it('saves one unchanged if nothing was edited', () => {
    expect(workshopOfDraft(draftOfWorkshop(workshop))).toEqual(workshop);
  });

  it('adds a workshop with a step, and refuses an incomplete one', async () => {
    const sent = await show({});
    press('Add workshop');
    press('Save workshop');
    expect(screen.getByText('A step needs a text, and an answer to what it asks.')).toBeTruthy();
    type('Title', 'A roof');
    type('What is done and asked', 'How long is it?');
    type('Right answer', '4,5');
    type('Unit', 'm');
    press('Save workshop');
    await waitFor(() => expect(sent).toHaveLength(1));
    const { workshop: saved } = (sent[0] as unknown as { body: { workshop: Workshop } }).body;
    expect(saved).toMatchObject({ title: 'A roof', steps: [{ text: 'How long is it?', field: { answer: 4.5, tolerance: 0, unit: 'm' } }] });
    expect(editedWorkshopSchema.safeParse(saved).success).toBe(true);
  });

  it('changes, moves and removes steps', async () => {
    const sent = await show({ workshop });
    press('Move step 1 down');
    press('Remove step 3');
    fireEvent.click(screen.getByLabelText('Option 1 is right'));
    press('Save workshop');
    await waitFor(() => expect(sent).toHaveLength(1));
    const body = (sent[0] as unknown as { body: { workshop: Workshop } }).body;
    expect(body.workshop.steps.map(({ id }) => id)).toEqual(['b', 'a', 'd']);
    // the option that is right now has no feedback
    expect(body.workshop.steps[0]!.field).toEqual({
      kind: 'choice',
      options: [
        { id: 'n', text: 'North' },
        { id: 's', text: 'South' },
      ],
      answer_id: 'n',
    });
  });

  it('removes a workshop', async () => {
    const sent = await show({ workshop });
    press('Remove workshop');
    press('Save workshop');
    await waitFor(() => expect(sent).toMatchObject([{ method: 'PATCH', body: { workshop: null } }]));
  });
});
