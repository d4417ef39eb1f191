import { expect, it } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';

const form = courseFormSchema.parse({ age: 34, topic: 'Bees', learning_goals: 'Keep them' });

it('of a form with default values, services are told only the fields that everyone decides', () => {
  expect(chosenFields(form)).toEqual({
    age: 34,
    topic: 'Bees',
    learning_goals: 'Keep them',
    duration: '2 weeks',
    difficulty: 'beginner',
    language_preference: 'english',
  });
});

it('chosen fields are sent, and of the components only the enabled ones', () => {
  const chosen = { career_level: 'senior', industry_focus: 'finance', peer_collaboration: true, accessibility_options: ['screen-reader'] };
  const told = chosenFields(courseFormSchema.parse({ ...form, ...chosen, ai_components: { imagen_enabled: true } }));
  expect(told).toMatchObject(chosen);
  expect(told.ai_components).toEqual({ imagen_enabled: true });
  expect(told).not.toHaveProperty('current_knowledge');
});
