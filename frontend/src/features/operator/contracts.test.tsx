import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ORGANISATION_PLANS } from '#contract/billing/catalogue.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { ContractForm } from './contract-form.tsx';
import { ContractList } from './contract-list.tsx';

beforeEach(() => {
  stubServer(() => ({ body: { contracts: [] } }));
});

const fill = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
function fillAll() {
  fill(/^Package/, 'university_elite');
  fill(/^Owner/, 'dean@example.com');
  fill(/^Organisation/, 'State University');
  fill(/^Reference/, 'SU-1');
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Record contract' }));

describe('the operator’s form for contracts', () => {
  it('offers every plan for organisations with the catalogue’s price and seats', async () => {
    await showScreen(<ContractForm />);
    expect(screen.getAllByRole('option')).toHaveLength(ORGANISATION_PLANS.length);
    expect(screen.getByRole('option', { name: 'University Elite: $1,000,000 a year, 20,000 seats' })).toBeTruthy();
  });

  it('records, confirms, and distinguishes a repetition from a new contract', async () => {
    let status = 201;
    const sent = stubServer(() => ({ status, body: { order_id: 'o', organisation_id: 'g', starts_at: '', ends_at: '' } }));
    await showScreen(<ContractForm />);
    fillAll();
    press();
    await screen.findByText('Recorded: SU-1.');
    expect(sent.find(({ method }) => method === 'POST')!.body).toEqual({
      package_id: 'university_elite',
      owner_email: 'dean@example.com',
      organisation_name: 'State University',
      reference: 'SU-1',
    });
    status = 200;
    fillAll();
    press();
    await screen.findByText('SU-1 has already been recorded. Nothing changed.');
  });

  it('keeps the typed values if it is refused, with the messages at their fields', async () => {
    stubServer(() =>
      problem('validation.failed', 'Must be today or earlier.', { errors: [{ path: 'starts_on', message: 'Must be today or earlier.' }] }),
    );
    await showScreen(<ContractForm />);
    fillAll();
    fill('First day', '2030-01-01');
    press();
    await waitFor(() => expect(screen.getByLabelText('First day').getAttribute('aria-invalid')).toBe('true'));
    expect((screen.getByLabelText(/^Reference/) as HTMLInputElement).value).toBe('SU-1');
  });
});

describe('the recorded contracts', () => {
  it('are listed newest first with price and year; unavailable is not empty', async () => {
    stubServer(() => ({
      body: {
        contracts: [
          {
            order_id: 'o-1',
            reference: 'SU-1',
            package_id: 'university_elite',
            organisation_name: 'State University',
            owner_email: 'dean@example.com',
            amount_cents: 100_000_000,
            starts_at: '2026-11-20T00:00:00.000Z',
            ends_at: '2027-11-20T00:00:00.000Z',
          },
        ],
      },
    }));
    const { unmount } = await showScreen(<ContractList />);
    const row = (await screen.findAllByRole('row'))[1]!;
    expect(row.textContent).toContain('State UniversitySU-1dean@example.comUniversity Elite');
    expect(row.textContent).toContain('$1,000,000');
    unmount();
    stubServer(() => problem('internal', 'Something went wrong on our side'));
    await showScreen(<ContractList />);
    await screen.findByRole('heading', { name: 'The contracts could not be loaded' });
  });
});
