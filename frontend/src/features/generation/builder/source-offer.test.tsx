import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { createFormState } from './form-state.ts';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';
import SourceOffer from './source-offer.tsx';

async function show(values: Partial<FormValues>) {
  const form = createFormState({ ...FORM_DEFAULTS, ...values }, () => undefined);
  const { unmount } = await showScreen(
    <form>
      <SourceOffer form={form} />
      <section>
        <input type="file" aria-label="Files" />
      </section>
    </form>,
  );
  return { form, unmount, button: () => screen.queryByRole('button', { name: 'Add the document' }) };
}

it('offers to write from a document that topic or goals name, in every language of the interface', async () => {
  for (const values of [
    { topic: "Reading a company's annual report" },
    { topic: 'Understanding my employment contract' },
    { topic: 'Chemistry', learning_goals: 'Pass the exam on our textbook' },
    { topic: 'History', learning_goals: 'Cover everything in this syllabus' },
    { topic: 'Entender mi contrato de alquiler' },
    { topic: 'Biología', learning_goals: 'Preparar el temario de la oposición' },
    { topic: 'قراءة تقرير الشركة السنوي' },
    { topic: 'فهم عقد العمل' },
    { topic: 'أسئلة عن كتابي المدرسي' },
  ]) {
    const { button, unmount } = await show(values);
    expect(button(), values.topic).not.toBeNull();
    unmount();
  }
});

it('offers nothing where no document is named, or one is to be written', async () => {
  for (const topic of [
    'Keeping bees',
    'Bookkeeping for a small shop',
    'Writing the report of an experiment',
    'Contract law',
    'The Roman Republic',
    'Redactar un informe',
    'Cuidar las abejas',
    'تربية النحل',
    'كتابة تقرير علمي',
  ]) {
    const { button, unmount } = await show({ topic });
    expect(button(), topic).toBeNull();
    unmount();
  }
});

it('opens the choice of files, and is gone once a source is chosen', async () => {
  const { form, button } = await show({ topic: 'Understanding this contract' });
  Element.prototype.scrollIntoView = vi.fn();
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  fireEvent.click(button()!);
  expect(click).toHaveBeenCalledOnce();
  act(() => form.set('source_ids', ['6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a15']));
  expect(button()).toBeNull();
  click.mockRestore();
});
