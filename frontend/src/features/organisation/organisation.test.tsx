import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Organisation } from '#contract/billing/organisation.contract.ts';
import { problem, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { JoinOrganisation, SignInToJoin } from './join-organisation.tsx';
import { anOrganisation } from './organisation.factory.ts';
import { OrganisationView, NoOrganisation } from './organisation-view.tsx';

/** Mocks the organisation's endpoints; the plan, refetched after joining and leaving, is unavailable. */
const stubOrganisation = (organisation: Organisation | null) =>
  stubServer(({ path }) => (path.startsWith('/api/organisation') ? { body: { organisation } } : problem(503, 'Away')));
const show = (organisation: Organisation) => showScreen(<OrganisationView userId="owner-1" organisation={organisation} />);
const textsOf = (role: string, name?: string) =>
  screen.getAllByRole(role, name === undefined ? {} : { name }).map((one) => one.textContent);
const asMember = { role: 'member', members: null, invites: null, my_tokens_this_month: 31 } as const;

describe('the owner’s page', () => {
  it('speaks of no renewal where nothing renews: after cancelling, and for a contract', async () => {
    await show(anOrganisation({ renews: false }));
    expect(textsOf('term')).toEqual(['Seats taken', 'Tokens in the pool', 'Paid until']);
  });

  it('shows seats, pool and renewal, every member with the month’s spending, and the open invites', async () => {
    await show(anOrganisation());
    expect(textsOf('term')).toEqual(['Seats taken', 'Tokens in the pool', 'Renewal date']);
    expect(textsOf('definition')).toEqual([
      '2 of 50',
      '47 left, 1 held by invites',
      '9,953.5',
      '31 more are reserved by work under way',
      'Dec 3, 2027',
      'Small Business',
    ]);
    const members = within(screen.getByRole('region', { name: 'Members' })).getAllByRole('listitem');
    expect(members.map((row) => row.textContent)).toEqual([
      'AAda Okaforada@example.com · Owner5 tokens this month',
      'BBo Linbo@example.com · Joined Dec 10, 202641.5 tokens this monthRemove',
    ]);
    expect(within(screen.getByRole('list', { name: 'Open invites' })).getByText('cy@example.com')).toBeTruthy();
  });

  it('sends several addresses at once; what is wrong is said by address, before sending and after', async () => {
    const sent = stubServer(() =>
      problem(400, 'bo@example.com is already a member.', {
        errors: [{ path: 'emails.1', message: 'bo@example.com is already a member.' }],
      }),
    );
    await show(anOrganisation());
    const field = screen.getByLabelText('Email addresses');
    const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send invites' }));
    fireEvent.change(field, { target: { value: 'dee@example.com, nonsense' } });
    press();
    await screen.findByText('nonsense is not an email address.');
    expect(sent).toEqual([]);
    fireEvent.change(field, { target: { value: 'dee@example.com\nbo@example.com' } });
    press();
    await screen.findByText('bo@example.com is already a member.');
    expect(sent.map(({ body }) => body)).toEqual([{ emails: ['dee@example.com', 'bo@example.com'] }]);
    expect((field as HTMLTextAreaElement).value).toBe('dee@example.com\nbo@example.com');
    stubServer(() => ({ body: { organisation: anOrganisation() } }));
    press();
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
  });

  it('brings more members and invites a page at a time, each once', async () => {
    const [owner, bo] = anOrganisation().members!;
    const cy = { ...bo!, user_id: 'cy-1', first_name: 'Cy', email: 'cy@example.com' };
    const late = { ...anOrganisation().invites![0]!, invite_id: 'invite-2', email: 'late@example.com' };
    const sent = stubServer(({ path }) => {
      if (path.includes('/members')) return { body: { members: [bo, cy], next_cursor: null } };
      return path.includes('/invites') ? { body: { invites: [late], next_cursor: null } } : problem(503, 'Away');
    });
    await show(anOrganisation({ seats_taken: 20, members: [owner!, bo!], members_cursor: 'm/2', invites_cursor: 'i2' }));
    const region = within(screen.getByRole('region', { name: 'Members' }));
    expect(region.getByText('2 of 20 members are shown.')).toBeTruthy();
    fireEvent.click(region.getByRole('button', { name: 'Show more' }));
    await region.findByText('Cy Lin');
    expect(region.getAllByRole('listitem')).toHaveLength(3);
    expect(region.queryByRole('button', { name: 'Show more' })).toBeNull();
    // all members are loaded by now: the search sends no request
    fireEvent.change(screen.getByLabelText('Find a member'), { target: { value: ' cy' } });
    expect(region.getAllByRole('listitem').map((row) => row.textContent)).toEqual([expect.stringContaining('Cy Lin')]);
    fireEvent.click(within(screen.getByRole('region', { name: 'Invite people' })).getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('late@example.com'));
    expect(sent.map(({ path }) => path)).toEqual(['/api/organisation/members?cursor=m%2F2', '/api/organisation/invites?cursor=i2']);
  });

  it('searches all members, including those of pages not loaded yet; says when there is none, and when the search failed', async () => {
    const [owner, bo] = anOrganisation().members!;
    const zoe = { ...bo!, user_id: 'zoe-1', first_name: 'Zoe', email: 'zoe@example.com' };
    let isAway = true;
    const sent = stubServer(({ path }) => {
      if (path.includes('q=zoe')) return isAway ? problem(400, 'Away') : { body: { members: [zoe], next_cursor: null } };
      return { body: { members: [], next_cursor: null } };
    });
    await show(anOrganisation({ seats_taken: 20, members: [owner!, bo!], members_cursor: 'm/2' }));
    const region = within(screen.getByRole('region', { name: 'Members' }));
    const seek = (value: string) => fireEvent.change(screen.getByLabelText('Find a member'), { target: { value } });
    seek('zo');
    seek('zoe');
    expect((await region.findByRole('alert')).textContent).toContain('Members could not be searched');
    isAway = false;
    fireEvent.click(region.getByRole('button', { name: 'Try again' }));
    await region.findByText('Zoe Lin');
    expect(region.getAllByRole('listitem')).toHaveLength(1);
    seek('nobody');
    await region.findByText('No one by that name.');
    seek('');
    expect(region.getAllByRole('listitem')).toHaveLength(2);
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/organisation/members?q=zoe',
      '/api/organisation/members?q=zoe',
      '/api/organisation/members?q=nobody',
    ]);
  });

  it('asks before a member is removed, and explains what happens to their work', async () => {
    const sent = stubServer(() => ({ body: { organisation: anOrganisation() } }));
    await show(anOrganisation());
    fireEvent.click(screen.getByRole('button', { name: 'Remove Bo Lin' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Bo Lin?' });
    expect(sent).toEqual([]);
    expect(dialog.textContent).toContain('Work they have under way is finished.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/organisation/members/bo-1' });
  });

  it('says of an invite whose mail could not be delivered that it was not', async () => {
    const [invite] = anOrganisation().invites!;
    await show(anOrganisation({ invites: [{ ...invite!, undelivered: true }] }));
    const row = await within(screen.getByRole('list', { name: 'Open invites' })).findByRole('listitem');
    expect(row.textContent).toContain('The mail could not be delivered');
    expect(row.textContent).not.toContain('Works until');
    expect(within(row).getByRole('button', { name: 'Withdraw the invite to cy@example.com' })).toBeTruthy();
  });

  it('withdraws an invite; with all seats occupied it explains why invites are closed', async () => {
    const sent = stubServer(() => ({ body: { organisation: anOrganisation({ invites: [] }) } }));
    await show(anOrganisation({ seats: 3 }));
    expect(screen.queryByLabelText('Email addresses')).toBeNull();
    expect(screen.getByText(/^All seats are taken or reserved for invites/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw the invite to cy@example.com' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/organisation/invites/invite-1' }));
  });

  it('after the plan’s end says so, links to the plans, and offers no invites', async () => {
    await show(anOrganisation({ active: false, tokens_available: 0 }));
    expect(screen.getByText(/^The plan ended on Dec 3, 2027/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/plans');
    expect(screen.queryByLabelText('Email addresses')).toBeNull();
  });
});

describe('a member’s page', () => {
  it('shows the own spending and whom to ask, no other people, and a way out that asks first', async () => {
    const sent = stubOrganisation(null);
    await show(anOrganisation(asMember));
    expect(screen.getByText(/^You have spent 31 tokens from the pool this month/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'ada@example.com' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Members' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Leave the organisation' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave Apiary Ltd?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/organisation/members/owner-1' }));
  });
});

describe('without an organisation', () => {
  it('explains what one gives, in the catalogue’s numbers, or which mail to open', async () => {
    const { unmount } = await showScreen(<NoOrganisation email="ada@example.com" invitations={[]} />);
    expect(screen.getByText(/^With Small Business up to 50 people share a pool of 10,000 tokens a year/)).toBeTruthy();
    unmount();
    const invitations = [{ organisation: 'Apiary Ltd', expires_at: '2026-12-17T10:00:00.000Z' }];
    await showScreen(<NoOrganisation email="ada@example.com" invitations={invitations} />);
    expect(screen.getByText(/^Apiary Ltd has invited you. Open the link in the mail to ada@example.com/)).toBeTruthy();
  });
});

describe('the link of an invite', () => {
  const join = (onJoined = vi.fn<() => void>(), onOtherAccount = vi.fn<() => void>()) =>
    showScreen(<JoinOrganisation userId="u-1" email="bo@example.com" token="secret" onJoined={onJoined} onOtherAccount={onOtherAccount} />);

  it('joins when the person says so, not by being opened', async () => {
    const sent = stubOrganisation(anOrganisation(asMember));
    const onJoined = vi.fn<() => void>();
    await join(onJoined);
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Join' }));
    await waitFor(() => expect(onJoined).toHaveBeenCalledOnce());
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/organisation/join', body: { token: 'secret' } });
  });

  it('to another address says so and offers to sign in with that one', async () => {
    stubServer(() => problem(403, 'This invite went to another address than bo@example.com.', { code: 'organisation.other_address' }));
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
