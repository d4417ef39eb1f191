import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import CountryField from './country-field.tsx';
import { createFormState } from './form-state.ts';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';

async function show(values: Partial<FormValues>) {
  const form = createFormState({ ...FORM_DEFAULTS, ...values }, () => undefined);
  const { unmount } = await showScreen(<CountryField form={form} />);
  return { form, unmount, field: () => screen.queryByLabelText('Country or edition (optional)') };
}

it('asks whose rules a course on law, money or health teaches, in every language of the interface', async () => {
  for (const topic of [
    'Employment law for small companies',
    'Your first tax return',
    "Reading a company's annual report",
    'First aid for parents',
    'El contrato de alquiler',
    'Primeros auxilios en casa',
    'قانون العمل',
    'الاستثمار للمبتدئين',
  ]) {
    const { field, unmount } = await show({ topic });
    expect(field(), topic).not.toBeNull();
    unmount();
  }
  const { field } = await show({ topic: 'Spreadsheets', industry_focus: 'finance' });
  expect(field()).not.toBeNull();
});

it('asks nothing where a country changes nothing', async () => {
  for (const topic of [
    'Keeping bees',
    'Sharpening kitchen knives',
    'The Roman Republic',
    'Cooking chicken stock',
    'Cuidar las abejas',
    'تربية النحل',
  ]) {
    const { field, unmount } = await show({ topic });
    expect(field(), topic).toBeNull();
    unmount();
  }
});

it('keeps an answer in sight when the topic changes, and refuses one without letters', async () => {
  const { form, field } = await show({ topic: 'Pensions' });
  fireEvent.change(field()!, { target: { value: 'Portugal' } });
  expect(form.values().country).toBe('Portugal');
  act(() => form.set('topic', 'Keeping bees'));
  expect(field()).toHaveProperty('value', 'Portugal');
  act(() => form.set('country', '…'));
  expect(form.check().country).toBe('Must contain letters or digits.');
});
