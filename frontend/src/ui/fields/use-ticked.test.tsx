import { fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { CheckField } from './check-field.tsx';
import { SwitchField } from './switch-field.tsx';

function Form() {
  const { register } = useForm({ defaultValues: { events: ['sold'], joins: true } });
  return (
    <>
      <CheckField label="Sold" value="sold" {...register('events')} />
      <CheckField label="Refunded" value="refunded" {...register('events')} />
      <SwitchField label="Joins" {...register('joins')} />
    </>
  );
}

it('boxes and switches show the ticks of their form from the start, and later presses', () => {
  render(<Form />);
  const shown = () => ['Sold', 'Refunded', 'Joins'].filter((name) => screen.getByLabelText(name).closest('.Mui-checked') !== null);
  expect(shown()).toEqual(['Sold', 'Joins']);
  fireEvent.click(screen.getByLabelText('Refunded'));
  fireEvent.click(screen.getByLabelText('Joins'));
  expect(shown()).toEqual(['Sold', 'Refunded']);
});
