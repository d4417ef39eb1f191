import { useState } from 'react';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Roster, RosterReading } from '#contract/organisations/rosters.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { DirectoryView } from './directory-view.tsx';
import { RosterView } from './roster-view.tsx';

const aReading = (part: Partial<RosterReading> = {}): RosterReading => ({
  encoding: 'utf-8',
  is_sure: true,
  names: ['Bo Lin'],
  columns: [
    { title: 'email', samples: ['bo@example.com'], column: 'email' },
    { title: 'name', samples: ['Bo Lin'], column: 'name' },
  ],
  head_line: 1,
  ...part,
});
const aRoster = (part: Partial<Roster> = {}): Roster => ({
  roster_id: 'roster-1',
  file_name: '7b.csv',
  state: 'ready',
  columns: ['email', 'name'],
  reading: aReading(),
  removes: false,
  authorise_reason: null,
  counts: { added: 2, changed: 1, removed: 0, same: 0, refused: 1 },
  outcomes: { done: 0, not_done: 0, undone: 0, kept: 0 },
  task_id: null,
  created_at: '2026-12-03T12:00:00.000Z',
  applied_at: null,
  undone_at: null,
  ...part,
});
const FIELDS = { name: 'Bo Lin', role: 'member', external_id: null, birth_year: null, groups: null };
const ROWS = [
  {
    line: 4,
    kind: 'refused',
    email: 'nonsense',
    platform: null,
    name: 'Bo',
    before: null,
    wanted: FIELDS,
    reason: 'bad_email',
    outcome: null,
  },
];

function Shown({ at }: { readonly at?: string }) {
  const [list, setList] = useState(at);
  return <RosterView userId="u-1" rosterId={list} onOpen={setList} />;
}

type Read = { readonly roster: object | null; readonly reading: RosterReading };
/** What the server answers to a file: 201 with a list, 200 with a preview alone. */
const read = (answer: Read) => partly(answer, answer.roster ? 201 : 200);

describe('a list of people', () => {
  it('is uploaded, previewed before anything changes, applied, and undone', async () => {
    let roster = aRoster();
    let looks = 0;
    const sent = stubServer(({ path, method }) => {
      if (path.endsWith('/apply')) roster = aRoster({ state: 'applied', outcomes: { done: 3, not_done: 0, undone: 0, kept: 0 } });
      if (path.endsWith('/undo')) roster = aRoster({ state: 'undone', outcomes: { done: 0, not_done: 0, undone: 2, kept: 1 } });
      if (path.includes('/rows')) return partly({ rows: ROWS, next_line: null });
      if (path === '/api/organisation/rosters' && method === 'GET') return partly({ rosters: [] });
      if (path === '/api/organisation/rosters') {
        looks += 1;
        return looks === 1 ? partly({ roster: null, reading: aReading() }) : partly({ roster, reading: aReading() }, 201);
      }
      return path.startsWith('/api/organisation/rosters')
        ? { status: method === 'GET' ? 200 : 202, body: { roster } }
        : problem('service.unavailable', 'Away');
    });
    await showScreen(<Shown />);
    fireEvent.click(screen.getByLabelText(/^Authorise everyone under 13/));
    expect(screen.getByRole('button', { name: 'Choose a file' })).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Signed forms' } });
    const file = new File(['email\nbo@example.com'], '7b.csv', { type: 'text/csv' });
    fireEvent.change(screen.getByLabelText('List of people'), { target: { files: [file] } });
    expect(await screen.findByText(/Nothing has been changed yet/)).toBeTruthy();
    expect(await screen.findByText('This is not an email address.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Apply 3 changes' }));
    await screen.findByText('3 lines applied.');
    fireEvent.click(screen.getByRole('button', { name: 'Undo the list' }));
    await screen.findByText('2 lines undone.');
    expect(screen.getByText(/^1 person has changed since/)).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/organisation/rosters',
      '/api/organisation/rosters',
      '/api/organisation/rosters/roster-1/apply',
      '/api/organisation/rosters/roster-1/undo',
    ]);
  });

  it('in a code page is previewed by three names, read again in another alphabet or with columns chosen by hand', async () => {
    const columns = [
      { title: 'Wer', samples: ['£ukasz'], column: null },
      { title: 'Wohin', samples: ['l@example.com'], column: null },
    ];
    const answers: Read[] = [
      { roster: null, reading: aReading({ encoding: 'windows-1252', is_sure: false, names: ['£ukasz Żak'], columns }) },
      { roster: null, reading: aReading({ encoding: 'windows-1250', names: ['Łukasz Żak'], columns }) },
      { roster: aRoster(), reading: aReading() },
      { roster: null, reading: aReading({ encoding: 'windows-1250', names: ['Łukasz Żak'], columns }) },
    ];
    const sent = stubServer(({ path, method }) => {
      if (path.includes('/rows')) return partly({ rows: [], next_line: null });
      if (method === 'POST') return read(answers.shift()!);
      return partly(path.endsWith('rosters') ? { rosters: [] } : { roster: aRoster() });
    });
    await showScreen(<Shown />);
    fireEvent.change(screen.getByLabelText('List of people'), { target: { files: [new File(['x'], '7b.csv')] } });
    await screen.findByText('£ukasz Żak');
    expect(screen.getByRole('button', { name: 'Preview the changes' })).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('Alphabet of the file'), { target: { value: 'windows-1250' } });
    await screen.findByText('Łukasz Żak');
    fireEvent.change(screen.getByLabelText('Wer'), { target: { value: 'name' } });
    fireEvent.change(screen.getByLabelText('Wohin'), { target: { value: 'email' } });
    fireEvent.click(screen.getByRole('button', { name: 'Preview the changes' }));
    await screen.findByText(/Nothing has been changed yet/);
    fireEvent.click(screen.getByRole('button', { name: 'Read the file differently' }));
    await screen.findByLabelText('Alphabet of the file');
    expect(screen.getByLabelText('Wer')).toHaveProperty('value', 'name');
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(4);
  });

  it('whose names would be damaged asks first, even if its addresses are known', async () => {
    const columns: RosterReading['columns'] = [
      { title: 'Wer', samples: ['Łukasz Żak'], column: null },
      { title: 'Mail', samples: ['l@example.com'], column: 'email' },
    ];
    const sent = stubServer(({ method }) =>
      method === 'POST' ? partly({ roster: null, reading: aReading({ columns }) }) : partly({ rosters: [] }),
    );
    await showScreen(<Shown />);
    fireEvent.change(screen.getByLabelText('List of people'), { target: { files: [new File(['x'], '7b.csv')] } });
    expect(await screen.findByLabelText('Wer')).toHaveProperty('value', '');
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('is pasted from a spreadsheet, too', async () => {
    const answers: Read[] = [
      { roster: null, reading: aReading() },
      { roster: aRoster({ file_name: 'Pasted rows' }), reading: aReading() },
    ];
    const sent = stubServer(({ path, method }) => {
      if (path.includes('/rows')) return partly({ rows: [], next_line: null });
      if (method === 'POST') return read(answers.shift()!);
      return partly(path.endsWith('rosters') ? { rosters: [] } : { roster: aRoster() });
    });
    await showScreen(<Shown />);
    const rows = 'email\tname\nbo@example.com\tBo Lin\n';
    fireEvent.change(screen.getByLabelText('Or paste rows of a spreadsheet'), { target: { value: rows } });
    fireEvent.click(screen.getByRole('button', { name: 'Preview the changes' }));
    await screen.findByText(/Nothing has been changed yet/);
    const look = sent.find(({ method }) => method === 'POST');
    expect(await (look!.body as { file: File }).file.text()).toBe(rows);
  });

  it('that removes people asks first', async () => {
    const roster = aRoster({ removes: true, counts: { added: 0, changed: 0, removed: 2, same: 1, refused: 0 } });
    const sent = stubServer(({ path }) => {
      if (path.includes('/rows')) return partly({ rows: [], next_line: null });
      return path === '/api/organisation/rosters' ? partly({ rosters: [] }) : partly({ roster }, 200);
    });
    await showScreen(<Shown at="roster-1" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Apply 2 changes' }));
    await screen.findByRole('dialog', { name: 'Remove 2 people?' });
    expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  });
});

it('a directory’s token is shown once, and its requests are listed', async () => {
  const provisioning = { address: 'https://learn.example/scim/v2', tokens: [] as object[], users: 3, groups: 1 };
  const token = {
    token_id: 't',
    ending: 'x7Qa',
    made_by: 'Ada',
    maker_is_gone: true,
    created_at: '2026-12-03T12:00:00.000Z',
    last_used_at: null,
  };
  const request = {
    request_id: 1,
    at: '2026-12-03T12:00:00.000Z',
    method: 'POST',
    path: '/scim/v2/Users',
    status: 403,
    detail: 'All seats are taken',
    ms: 5,
  };
  stubServer(({ path, method }) => {
    if (path.includes('/requests')) return partly({ requests: [request], next_before: null });
    if (method === 'POST') return partly({ token: 'cws_live_secret', provisioning: { ...provisioning, tokens: [token] } }, 201);
    return partly({ provisioning });
  });
  await showScreen(<DirectoryView userId="u-1" />);
  expect((await screen.findByLabelText<HTMLInputElement>('Service address')).value).toBe(provisioning.address);
  await screen.findByText('All seats are taken');
  fireEvent.click(screen.getByRole('button', { name: 'Create a token' }));
  expect((await screen.findByLabelText<HTMLInputElement>('The new token')).value).toBe('cws_live_secret');
  fireEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(screen.queryByLabelText('The new token')).toBeNull());
  expect(screen.getByRole('button', { name: 'Revoke the token …x7Qa' })).toBeTruthy();
  expect(screen.getByText(/no longer an administrator/)).toBeTruthy();
});
