import { useState } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Organisation, OrganisationPerson } from '#contract/organisations/organisation.contract.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { chooseFilter } from '#frontend/testing/choose-filter.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { JoinOrganisation, SignInToJoin } from './join-organisation.tsx';
import type { PeopleSought } from './organisation-queries.ts';
import { anOrganisation, aPerson, somePeople } from './organisation.factory.ts';
import { OrganisationView, NoOrganisation } from './organisation-view.tsx';

/** Mocks the organisation's endpoints, with its people; the plan, refetched after joining and leaving, is unavailable. */
const stubOrganisation = (organisation: Organisation | null, people: readonly OrganisationPerson[] = somePeople()) =>
  stubServer(({ path }) => {
    if (path.startsWith('/api/organisation/people?') || path === '/api/organisation/people') return { body: { people, next_cursor: null } };
    return path.startsWith('/api/organisation') ? { body: { organisation } } : problem('service.unavailable', 'Away');
  });
function Shown({ organisation }: { readonly organisation: Organisation }) {
  const [sought, setSought] = useState<PeopleSought>({});
  return <OrganisationView userId="owner-1" firstName="Ada" organisation={organisation} sought={sought} onSought={setSought} />;
}
const show = (organisation: Organisation) => showScreen(<Shown organisation={organisation} />);
const changes = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method !== 'GET');
const textsOf = (role: string, name?: string) =>
  screen.getAllByRole(role, name === undefined ? {} : { name }).map((one) => one.textContent);
const asMember = { role: 'member', my_tokens_this_month: 31 } as const;

describe('the welcome', () => {
  it('names the user, and explains the organisation for their role, with a link', async () => {
    stubOrganisation(anOrganisation(asMember));
    await show(anOrganisation(asMember));
    const own = within(screen.getByRole('region', { name: 'Hello, Ada' }));
    own.getByText(/^You learn here/);
    expect(own.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/classes']);
  });

  it('links to the invites, for users who may send some', async () => {
    stubOrganisation(anOrganisation());
    await show(anOrganisation());
    const own = within(screen.getByRole('region', { name: 'Hello, Ada' }));
    own.getByText(/^You run this organisation/);
    expect(own.getByRole('link', { name: 'Invite people' }).getAttribute('href')).toMatch(/#invite$/);
    expect(screen.getByRole('region', { name: 'Invite people' }).id).toBe('invite');
  });
});

describe('the owner’s page', () => {
  it('mentions no renewal if nothing renews: after cancelling, and for a contract', async () => {
    stubOrganisation(anOrganisation());
    await show(anOrganisation({ renews: false }));
    expect(textsOf('term')).toEqual(['Seats taken', 'Tokens in the pool', 'Paid until']);
  });

  it('shows seats, pool and renewal, and all people with role, state, and the month’s spending', async () => {
    stubOrganisation(anOrganisation());
    await show(anOrganisation());
    expect(textsOf('term')).toEqual(['Seats taken', 'Tokens in the pool', 'Renewal date']);
    expect(textsOf('definition')).toEqual([
      '2 of 50',
      '47 remaining, 1 reserved for invites',
      '9,953.5',
      '31 more are reserved for work in progress',
      'Dec 3, 2027',
      'Small Business',
    ]);
    const people = await screen.findByRole('list', { name: 'People' });
    expect(
      within(people)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      'AAda Okaforada@example.com · Owner · Joined Dec 10, 2026 · 5 tokens this monthBought the planRole',
      'BBo Linbo@example.com · Member · Joined Dec 10, 2026 · 41.5 tokens this monthInvited manuallyRoleRemove',
      'Ccy@example.comMember · Invited, works until Dec 17, 2099Invited manuallySend again cy@example.comRoleWithdraw',
    ]);
  });

  it('sends several addresses at once; problems are reported by address, before sending and after', async () => {
    const sent = stubServer(({ method }) =>
      method === 'GET'
        ? { body: { people: [], next_cursor: null } }
        : problem('validation.failed', 'bo@example.com is already a member.', {
            errors: [{ path: 'emails.1', message: 'bo@example.com is already a member.' }],
          }),
    );
    await show(anOrganisation());
    const field = screen.getByLabelText('Email addresses');
    const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send invites' }));
    fireEvent.change(field, { target: { value: 'dee@example.com, nonsense' } });
    press();
    await screen.findByText('nonsense is not an email address.');
    expect(changes(sent)).toEqual([]);
    fireEvent.change(field, { target: { value: 'dee@example.com\nbo@example.com' } });
    press();
    await screen.findByText('bo@example.com is already a member.');
    expect(changes(sent).map(({ body }) => body)).toEqual([{ emails: ['dee@example.com', 'bo@example.com'], role: 'member' }]);
    expect((field as HTMLTextAreaElement).value).toBe('dee@example.com\nbo@example.com');
    stubOrganisation(anOrganisation());
    press();
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
  });

  it('loads more people a page at a time, and finds them by words, role and state', async () => {
    const cy = aPerson({ person_id: 'cy', name: 'Cy Lin', email: 'cy@example.com' });
    const sent = stubServer(({ path }) => {
      if (path.includes('cursor=')) return { body: { people: [cy], next_cursor: null } };
      if (path.includes('q=nobody')) return { body: { people: [], next_cursor: null } };
      return { body: { people: [aPerson()], next_cursor: 'm2' } };
    });
    await show(anOrganisation({ seats_taken: 20 }));
    const region = within(screen.getByRole('region', { name: 'People' }));
    fireEvent.click(await region.findByRole('button', { name: 'Show more' }));
    await region.findByText('Cy Lin');
    chooseFilter('Role', 'Teacher');
    chooseFilter('Status', 'Left');
    fireEvent.change(region.getByLabelText('Find a person'), { target: { value: ' nobody' } });
    await region.findByText('No one matches');
    expect(sent.map(({ path }) => path)).toEqual(
      ['', '?cursor=m2', '?role=teacher', '?role=teacher&state=left', '?q=nobody&role=teacher&state=left'].map(
        (query) => `/api/organisation/people${query}`,
      ),
    );
  });

  it('labels people named by a learning platform, and shows no address of theirs', async () => {
    const named = (id: string, platform: string | null) =>
      aPerson({ person_id: id, user_id: id, name: `Learner ${id}`, email: `${id}@platform.invalid`, platform, source: 'lms' });
    stubServer(() => ({ body: { people: [named('one', 'Our Moodle'), named('two', null)], next_cursor: null } }));
    await show(anOrganisation());
    const region = within(screen.getByRole('region', { name: 'People' }));
    await region.findByText('From Our Moodle');
    expect(region.getByText('Learner two').closest('li')!.textContent).toContain('From a learning platform');
    expect(region.queryByText(/platform\.invalid/)).toBeNull();
  });

  it('warns a user who gives up their own role that this cannot be undone', async () => {
    const own = aPerson({ person_id: 'me', user_id: 'owner-1', name: 'Bo Lin', role: 'administrator' });
    stubServer(() => ({ body: { people: [own], next_cursor: null } }));
    await show(anOrganisation({ role: 'administrator' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Change the role of Bo Lin' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText(/^This is you/)).toBeNull();
    fireEvent.change(dialog.getByLabelText('Role'), { target: { value: 'teacher' } });
    dialog.getByText(/^This is you/);
  });

  it('assigns another role, at most the user’s own', async () => {
    const sent = stubOrganisation(anOrganisation());
    await show(anOrganisation({ role: 'administrator' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Change the role of Bo Lin' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of Bo Lin' }));
    const role = dialog.getByLabelText('Role');
    expect(
      within(role)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Administrator', 'Teacher', 'Member']);
    fireEvent.change(role, { target: { value: 'teacher' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialogClosed();
    expect(changes(sent)).toMatchObject([{ method: 'PUT', path: '/api/organisation/people/person-bo/role', body: { role: 'teacher' } }]);
    // nobody can change members of a higher role
    expect(screen.queryByRole('button', { name: 'Change the role of Ada Okafor' })).toBeNull();
  });

  it('records consent for a member under 13 with a reason', async () => {
    const child = aPerson({ name: 'Kit Lin', authorised: false });
    const sent = stubOrganisation(anOrganisation(), [child]);
    await show(anOrganisation());
    fireEvent.click(await screen.findByRole('button', { name: 'Authorise (under 13) Kit Lin' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Signed forms, folder 7B' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Authorise' }));
    await dialogClosed();
    expect(changes(sent)[0]).toMatchObject({ body: { authorised: true, reason: 'Signed forms, folder 7B' } });
  });

  it('asks before a member is removed, and names what ends and what stays', async () => {
    const sent = stubOrganisation(anOrganisation(), [aPerson({ ends_sessions: true })]);
    await show(anOrganisation());
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Bo Lin' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Bo Lin?' });
    expect(changes(sent)).toEqual([]);
    for (const said of ['Their work in progress will be finished.', 'they are signed out everywhere', 'They keep their account, courses'])
      expect(dialog.textContent).toContain(said);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await dialogClosed();
    expect(changes(sent)[0]).toMatchObject({ method: 'DELETE', path: '/api/organisation/people/person-bo' });
  });

  it('shows that an invite’s email could not be delivered, resends it, and withdraws it', async () => {
    const [, , cy] = somePeople();
    const sent = stubOrganisation(anOrganisation(), [{ ...cy!, invite: { ...cy!.invite!, undelivered: true } }]);
    await show(anOrganisation({ seats: 3 }));
    const row = await within(await screen.findByRole('list', { name: 'People' })).findByRole('listitem');
    expect(row.textContent).toContain('The email could not be delivered');
    expect(row.textContent).not.toContain('works until');
    // all seats are taken
    expect(screen.queryByLabelText('Email addresses')).toBeNull();
    expect(screen.getByText(/^All seats are taken or reserved for invites/)).toBeTruthy();
    fireEvent.click(within(row).getByRole('button', { name: 'Send again cy@example.com' }));
    fireEvent.click(within(row).getByRole('button', { name: 'Withdraw the invite to cy@example.com' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() =>
      expect(changes(sent).map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /api/organisation/people/person-cy/invite',
        'DELETE /api/organisation/people/person-cy',
      ]),
    );
  });

  it('after the plan’s end says so, links to the plans, and offers no invites', async () => {
    stubOrganisation(anOrganisation());
    await show(anOrganisation({ active: false, tokens_available: 0 }));
    expect(screen.getByText(/^The plan ended on Dec 3, 2027/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plans');
    expect(screen.queryByLabelText('Email addresses')).toBeNull();
  });
});

describe('a member’s page', () => {
  it('shows one’s own spending and the contact, no other people, and a way to leave that asks first', async () => {
    const sent = stubOrganisation(null);
    await show(anOrganisation(asMember));
    expect(screen.getByText(/^You have spent 31 tokens from the pool this month/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'ada@example.com' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'People' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Leave the organisation' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave Apiary Ltd?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/organisation/membership' }));
  });
});

describe('without an organisation', () => {
  it('explains its benefits, in the catalogue’s numbers, or which email to open', async () => {
    const { unmount } = await showScreen(<NoOrganisation userId="u-1" email="ada@example.com" invitations={[]} joinable={null} />);
    screen.getByRole('heading', { name: 'Learn together with your team or school' });
    screen.getByText('With the Small Business plan, up to 50 people share 10,000 tokens a year.');
    expect(screen.getAllByRole('region').map((offer) => offer.querySelector('h2')?.textContent)).toEqual(
      expect.arrayContaining(['Shared tokens', 'Classes and assignments', 'Your own sign-in']),
    );
    unmount();
    const invitations = [{ organisation: 'Apiary Ltd', expires_at: '2026-12-17T10:00:00.000Z' }];
    await showScreen(<NoOrganisation userId="u-1" email="ada@example.com" invitations={invitations} joinable={null} />);
    expect(screen.getByText(/^Apiary Ltd has invited you. Open the link in the email to ada@example.com/)).toBeTruthy();
  });

  it('offers the one of the user’s verified domain', async () => {
    const sent = stubOrganisation(anOrganisation(asMember));
    await showScreen(<NoOrganisation userId="u-1" email="ada@example.com" invitations={[]} joinable="Apiary Ltd" />);
    fireEvent.click(screen.getByRole('button', { name: 'Join Apiary Ltd' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/organisation/membership' }));
  });
});

describe('the link of an invite', () => {
  const join = (onJoined = vi.fn<() => void>(), onOtherAccount = vi.fn<() => void>()) =>
    showScreen(<JoinOrganisation userId="u-1" email="bo@example.com" token="secret" onJoined={onJoined} onOtherAccount={onOtherAccount} />);

  it('joins when the user presses, not by being opened', async () => {
    const sent = stubOrganisation(anOrganisation(asMember));
    const onJoined = vi.fn<() => void>();
    await join(onJoined);
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Join' }));
    await waitFor(() => expect(onJoined).toHaveBeenCalledOnce());
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/organisation/join', body: { token: 'secret' } });
  });

  it('to another address says so and offers to sign in with that one', async () => {
    stubServer(() => problem('organisation.other_address', 'This invite went to another address than bo@example.com.'));
    const onOtherAccount = vi.fn<() => void>();
    await join(undefined, onOtherAccount);
    fireEvent.click(screen.getByRole('button', { name: 'Join' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This invite went to another address than bo@example.com.');
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in with another address' }));
    expect(onOtherAccount).toHaveBeenCalledOnce();
  });

  it('asks visitors to sign in or register, and both return here', async () => {
    await showScreen(<SignInToJoin next="/organisation/join?token=secret" />);
    const hrefs = screen.getAllByRole('link').map((link) => new URL(link.getAttribute('href')!, 'http://x').searchParams.get('next'));
    expect(hrefs).toEqual(['/organisation/join?token=secret', '/organisation/join?token=secret']);
  });
});
