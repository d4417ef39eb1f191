import { expect, it } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';

const form = courseFormSchema.parse({ age: 34, topic: 'Bees', learning_goals: 'Keep them' });

it('of a form with its defaults only what everybody decides is told to the services', () => {
  expect(chosenFields(form)).toEqual({
    age: 34,
    topic: 'Bees',
    learning_goals: 'Keep them',
    duration: '2 weeks',
    difficulty: 'beginner',
    language_preference: 'english',
  });
});

it('what was chosen is told, and of the components those that are on', () => {
  const chosen = { career_level: 'senior', industry_focus: 'finance', peer_collaboration: true, accessibility_options: ['screen-reader'] };
  const told = chosenFields(courseFormSchema.parse({ ...form, ...chosen, ai_components: { imagen_enabled: true } }));
  expect(told).toMatchObject(chosen);
  expect(told.ai_components).toEqual({ imagen_enabled: true });
  expect(told).not.toHaveProperty('current_knowledge');
});
