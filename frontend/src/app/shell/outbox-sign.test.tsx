import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNote } from '#contract/notes/notes.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { completeLesson } from '#contract/progress/progress.contract.ts';
import UpdateBar from '#frontend/app/update-bar.tsx';
import { act, discardActs, sendNow, waitingActs } from '#frontend/lib/outbox/outbox.ts';
import { enterSession, getSession, signOut } from '#frontend/lib/session/session.ts';
import { partly, showScreen, stubServer, unreachable } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import OutboxSign from './outbox-sign.tsx';

const user = aUser();
const NOTE = { note_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a12', course_id: 'c1', lesson_id: 'l1', passage: null, text: 'Feed late' };
const write = () => act(createNote, { body: NOTE }, { lane: 'note' });
const complete = () => act(completeLesson, { body: { course_id: 'c1', lesson_id: 'l1' } }, { lane: 'lesson' });
const deliver = async () => {
  sendNow();
  await waitFor(() => expect(waitingActs().filter(({ refusal }) => refusal === null)).toEqual([]));
};

beforeEach(() => {
  enterSession({ access_token: 'a', refresh_token: 'r', user });
});
afterEach(() => discardActs(user.user_id));

describe('the sign of what waits on this device', () => {
  it('says nothing while everything arrives', async () => {
    stubServer(() => partly({}));
    await complete();
    await showScreen(<OutboxSign />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says how much waits and since when, what needs a connection, and then that it was sent', async () => {
    stubServer(unreachable);
    await complete();
    await write();
    await showScreen(<OutboxSign />);
    fireEvent.click(screen.getByRole('button', { name: /^2 changes wait on this device since / }));
    const panel = within(await screen.findByRole('dialog', { name: 'Changes on this device' }));
    expect(panel.getByText('A completed lesson')).toBeTruthy();
    expect(panel.getByText('Feed late')).toBeTruthy();
    expect(panel.getByText('You can go on learning. Writing courses, the mentor and search need a connection.')).toBeTruthy();
    stubServer(() => partly({}));
    fireEvent.click(panel.getByRole('button', { name: 'Send now' }));
    expect(await panel.findByText('Everything has been sent')).toBeTruthy();
  });

  it('names what was refused and keeps its text, to be retried or removed', async () => {
    stubServer(unreachable);
    await write();
    stubServer(() => problem('not_found', 'The lesson is gone.'));
    await deliver();
    await showScreen(<OutboxSign />);
    fireEvent.click(screen.getByRole('button', { name: '1 change could not be saved' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Changes on this device' }));
    for (const text of ['The note could not be saved.', 'The lesson is gone.', 'Feed late']) expect(panel.getByText(text)).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(waitingActs()).toEqual([]));
  });
});

describe('signing out while something waits', () => {
  const ask = async () => {
    stubServer(unreachable);
    await write();
    await showScreen(<UpdateBar />);
    let isDone = false;
    const leave = async () => {
      await signOut();
      isDone = true;
    };
    void leave();
    await screen.findByRole('dialog', { name: '1 change has not been sent' });
    return () => isDone;
  };
  const answer = async (name: string) => {
    const isDone = await ask();
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(isDone()).toBe(true));
  };

  it('asks first, and changes nothing for who stays', async () => {
    await answer('Stay signed in');
    expect([getSession().status, waitingActs().length]).toEqual(['signed-in', 1]);
  });

  it('keeps it for the next sign-in of its owner, unseen by others', async () => {
    await answer('Sign out');
    expect([getSession().status, waitingActs()]).toEqual(['signed-out', []]);
    enterSession({ access_token: 'b', refresh_token: 's', user: aUser({ user_id: '0199f5a0-0000-7000-8000-00000000beef' }) });
    expect(waitingActs()).toEqual([]);
    enterSession({ access_token: 'a', refresh_token: 'r', user });
    await waitFor(() => expect(waitingActs()).toHaveLength(1));
  });

  it('deletes it if its owner says so', async () => {
    await answer('Sign out and delete');
    enterSession({ access_token: 'a', refresh_token: 'r', user });
    stubServer(() => partly({}));
    await complete();
    expect(waitingActs()).toEqual([]);
  });

  it('asks nothing when nothing waits', async () => {
    stubServer(() => partly({}));
    await showScreen(<UpdateBar />);
    await signOut();
    expect(getSession().status).toBe('signed-out');
  });
});
