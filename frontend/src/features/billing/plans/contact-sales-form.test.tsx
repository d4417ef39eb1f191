import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { ContactSalesForm } from './contact-sales-form.tsx';

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send message' }));

it('G16 a message about a plan for an organisation is sent once, whatever gets lost, and confirmed', async () => {
  let isAway = true;
  const sent = stubServer(() => (isAway ? problem('service.unavailable', 'Not now.') : { status: 202, body: {} }));
  await showScreen(<ContactSalesForm packageId="enterprise" user={null} />);
  screen.getByText('You are asking about Enterprise. Tell us what you need, and we will write to you.');
  send();
  expect(await screen.findAllByText('Please fill in this field.')).toHaveLength(4);
  expect(sent).toEqual([]);
  type(/^Your name/, 'Ines Moreno');
  type(/^Email/, 'ines@example.com');
  type(/^Name of your organisation/, 'State University');
  type(/^Message/, 'Five hundred seats, from spring.');
  send();
  await screen.findByText('Not now.');
  isAway = false;
  send();
  await screen.findByRole('heading', { name: 'We have received your message' });
  expect(sent).toHaveLength(2);
  expect(sent[1]!.body).toEqual(sent[0]!.body);
  expect(sent[1]).toMatchObject({
    path: '/api/sales-messages',
    body: { package_id: 'enterprise', name: 'Ines Moreno', organisation: 'State University' },
  });
});
