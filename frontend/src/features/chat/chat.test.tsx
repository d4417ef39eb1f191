import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { stubSockets, type FakeSocket } from '#frontend/lib/live/fake-socket.factory.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { ChatView, lastWords } from './chat-view.tsx';
import { mentionedIn, suggestions, mentionPrefix, withName } from './chat-composer.tsx';
import { applyMessage, withMessages, type RoomLog } from './use-room.ts';

let sockets: FakeSocket[];
let shown = 0;
beforeEach(() => {
  // a socket briefly outlives its screen, so each test uses another user
  shown += 1;
  sockets = stubSockets();
});

const aMessage = (place: number, part: Partial<ChatMessage> = {}): ChatMessage => ({
  message_id: `m${place}`,
  room_id: COMMUNITY_ROOM_ID,
  author: 'Ben Adeyemi',
  user_id: 'ben',
  content: `Message ${place}`,
  timestamp: '2026-11-20T10:00:00.000Z',
  avatar_color: 'green',
  place,
  changed: place,
  edited: false,
  deleted: false,
  held: false,
  mentions: [],
  ...part,
});

/** A chat server with the given messages; `refuse` decides about each request. */
function aServer({
  messages = [aMessage(1)],
  refuse,
  loading,
}: { messages?: ChatMessage[]; refuse?: (request: SentRequest) => boolean; loading?: Promise<void> } = {}) {
  const community = { room_id: COMMUNITY_ROOM_ID, kind: 'community', name: '', person_id: null, group_id: null, unread: 0 };
  return stubServer(async (request) => {
    if (refuse?.(request)) return problem('service.unavailable', 'Away');
    const { method, path } = request;
    if (path.includes('/messages')) await loading;
    if (path.startsWith('/api/chat/rooms/')) return partly({ unread: 0 });
    if (path.startsWith('/api/chat/rooms')) return partly({ rooms: [{ ...community, last_message: null }] });
    if (path.includes('online-users')) {
      const ben = { user_id: 'ben', name: 'Ben Adeyemi', status: 'active', last_seen: '2026-11-20T10:00:00.000Z' };
      return partly({ online_users: [ben], total_online: 1 });
    }
    if (path.includes('typing-users')) return partly({ typing_users: [{ user_id: 'ben', user_name: 'Ben' }] });
    if (path.includes('/typing')) return partly({ is_typing: true });
    if (method === 'POST') {
      const { message_id, content } = request.body as { message_id: string; content: string };
      const message = aMessage(9, { message_id, content, user_id: 'ada', author: 'Ada', changed: 2 });
      return partly({ message_id, detail: 'sent', message });
    }
    const after = /after=(\d+)/.exec(path);
    const found = after ? messages.filter(({ changed }) => changed > Number(after[1])) : messages;
    return partly({ messages: found, persistence: 'database', last_change: messages.length, more: false });
  });
}
const show = () => showScreen(<ChatView userId={`ada-${shown}`} userName="Ada" roomId={undefined} onRoom={() => undefined} />);
const field = () => screen.findByRole('textbox', { name: 'Your message' });
const posts = (sent: SentRequest[]) => sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'));

describe('Community Live Chat', () => {
  it('CHAT-01 CHAT-02 CHAT-16 shows messages, who is online, who is typing, and whether it is live', async () => {
    aServer();
    await show();
    await screen.findByText('Message 1');
    expect(screen.getByText('Syncing')).toBeTruthy();
    sockets[0]!.open();
    await screen.findByText('Live');
    sockets[0]!.receive({ type: 'typing_indicator', room_id: COMMUNITY_ROOM_ID, user_id: 'ben', user_name: 'Ben', is_typing: true });
    await screen.findByText('Ben is typing');
    sockets[0]!.receive({ type: 'new_message', room_id: COMMUNITY_ROOM_ID, message: aMessage(2) });
    await screen.findByText('Message 2');
    expect(screen.queryByText('Ben is typing')).toBeNull();
    const away = { user_id: 'ben', name: 'Ben Adeyemi', status: 'other', last_seen: '2026-11-20T10:00:00.000Z' } as const;
    sockets[0]!.receive({ type: 'user_status', ...away });
    await screen.findByText('away');
  });

  it('explains an empty chat, and leads to the field', async () => {
    aServer({ messages: [] });
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Write the first message' }));
    expect(document.activeElement).toBe(await field());
  });

  it('groups one person’s messages within five minutes below one name; another person, a pause and a new day start a new group', async () => {
    const at = (time: string, part: Partial<ChatMessage> = {}) => ({ timestamp: `2026-11-20T${time}:00.000Z`, ...part });
    aServer({
      messages: [
        aMessage(1, at('10:00')),
        aMessage(2, at('10:04')),
        aMessage(3, at('10:05', { user_id: 'carol', author: 'Carol Lund' })),
        aMessage(4, at('10:06')),
        aMessage(5, at('10:20')),
        aMessage(6, { timestamp: '2026-11-22T10:00:00.000Z' }),
      ],
    });
    await show();
    await screen.findByText('Message 6');
    const continued = [...document.querySelectorAll('[id^="message-"]')].map((line) => line.hasAttribute('data-continued'));
    expect(continued).toEqual([false, true, false, false, false, false]);
    // a screen reader says whose it is
    expect(document.querySelector('#message-m2')!.textContent).toContain('Ben Adeyemi');
  });

  it('CHAT-03 CHAT-14 Enter sends, Shift+Enter makes a new line; nothing is sent while it is blank or messages are loading', async () => {
    const loading = Promise.withResolvers<void>();
    const sent = aServer({ loading: loading.promise });
    await show();
    fireEvent.change(await field(), { target: { value: 'Too early' } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    fireEvent.keyDown(await field(), { key: 'Enter' });
    loading.resolve();
    await screen.findByText('Message 1');
    expect(posts(sent)).toEqual([]);
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
    fireEvent.change(await field(), { target: { value: '   ' } });
    expect(send.disabled).toBe(true);
    fireEvent.change(await field(), { target: { value: 'Hello' } });
    // the browser's default, a new line, is not prevented
    expect(fireEvent.keyDown(await field(), { key: 'Enter', shiftKey: true })).toBe(true);
    expect(posts(sent)).toEqual([]);
    expect(fireEvent.keyDown(await field(), { key: 'Enter' })).toBe(false);
    await screen.findByText('sending');
    await waitFor(() => expect(posts(sent)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('sending')).toBeNull());
    expect(screen.getByText('Hello')).toBeTruthy();
  });

  it('CHAT-04 CHAT-14 CHAT-17 a failed text comes back with its words, and is the same message when it is resent', async () => {
    let isAway = true;
    const sent = aServer({ refuse: ({ method, path }: SentRequest) => isAway && method === 'POST' && path.endsWith('/messages') });
    await show();
    await screen.findByText('Message 1');
    fireEvent.change(await field(), { target: { value: 'Hello' } });
    fireEvent.keyDown(await field(), { key: 'Enter' });
    await screen.findByText('failed');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to send message');
    await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('Hello'));
    isAway = false;
    fireEvent.keyDown(await field(), { key: 'Enter' });
    await waitFor(() => expect(screen.queryByText('failed')).toBeNull());
    const ids = posts(sent).map(({ body }) => (body as { message_id: string }).message_id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('CHAT-17 reports that messages could not be loaded, and retries', async () => {
    let isAway = true;
    aServer({ refuse: ({ path }: SentRequest) => isAway && path.includes('/messages') });
    await show();
    await screen.findByText(/^Failed to load messages\. Please try again\. ./);
    isAway = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Message 1');
  });

  it('CHAT-09 CHAT-13 reports typing, and its end after 3 s, for an empty field or on leaving it', async () => {
    aServer();
    await show();
    await screen.findByText('Message 1');
    sockets[0]!.open();
    await screen.findByText('Live');
    const said = () => sockets[0]!.said.map((one) => (one as { is_typing?: boolean }).is_typing).filter((is) => is !== undefined);
    const input = await field();
    vi.useFakeTimers();
    fireEvent.change(input, { target: { value: 'H' } });
    expect(said()).toEqual([true]);
    vi.advanceTimersByTime(2_999);
    expect(said()).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(said()).toEqual([true, false]);
    fireEvent.change(input, { target: { value: 'He' } });
    fireEvent.change(input, { target: { value: '' } });
    expect(said()).toEqual([true, false, true, false]);
    fireEvent.change(input, { target: { value: 'Hel' } });
    fireEvent.blur(input);
    expect(said()).toEqual([true, false, true, false, true, false]);
  });

  it('CHAT-12 asks for messages every 3 s, online users every 8 s and typing every 2 s without a socket', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sent = aServer();
    await show();
    await screen.findByText('Message 1');
    await vi.advanceTimersByTimeAsync(5_000);
    const asked = (part: string) => sent.filter(({ method, path }) => method === 'GET' && path.includes(part)).length;
    const before = [asked('/messages'), asked('/online-users'), asked('/typing-users')] as const;
    await vi.advanceTimersByTimeAsync(24_000);
    expect(asked('/messages') - before[0]).toBeGreaterThanOrEqual(8);
    expect(asked('/messages') - before[0]).toBeLessThanOrEqual(9);
    expect(asked('/online-users') - before[1]).toBeGreaterThanOrEqual(2);
    expect(asked('/online-users') - before[1]).toBeLessThanOrEqual(4);
    expect(asked('/typing-users') - before[2]).toBeGreaterThanOrEqual(11);
    expect(asked('/typing-users') - before[2]).toBeLessThanOrEqual(13);
    expect(screen.getByText('Ben is typing')).toBeTruthy();
  });
});

describe('the log of a room', () => {
  const log: RoomLog = { messages: [aMessage(4), aMessage(5)], lastChange: 5, hasOlder: true };

  it('has every message once and in its place, whichever way and however often it arrived', () => {
    const more = [aMessage(6), aMessage(5), aMessage(5, { changed: 7, content: 'Edited', edited: true }), aMessage(5)];
    expect(withMessages(log.messages, more).map(({ place, content }) => [place, content])).toEqual([
      [4, 'Message 4'],
      [5, 'Edited'],
      [6, 'Message 6'],
    ]);
  });

  it('notices a missed message by the gap in the numbers', () => {
    expect(applyMessage(log, aMessage(6))).toMatchObject({ isComplete: true, log: { lastChange: 6 } });
    expect(applyMessage(log, aMessage(8))).toMatchObject({ isComplete: false, log: { lastChange: 5 } });
    // an edit of a message that is not loaded yet
    expect(applyMessage(log, aMessage(1, { changed: 6 })).log).toMatchObject({ lastChange: 6, messages: log.messages });
  });
});

it('a room quotes its last message, with the author if there are several; not a deleted or muted one', () => {
  const room = { room_id: 'r1', name: '', person_id: null, group_id: null, unread: 0, last_message: aMessage(1) };
  const nobody = new Set<string>();
  expect(lastWords({ ...room, kind: 'community' }, nobody)).toBe('Ben Adeyemi: Message 1');
  expect(lastWords({ ...room, kind: 'direct' }, nobody)).toBe('Message 1');
  expect(lastWords({ ...room, kind: 'group' }, new Set(['ben']))).toBeNull();
  expect(lastWords({ ...room, kind: 'group', last_message: aMessage(1, { deleted: true }) }, nobody)).toBeNull();
  expect(lastWords({ ...room, kind: 'group', last_message: null }, nobody)).toBeNull();
});

it('mentions people by the beginning of a name', () => {
  const people = [
    { user_id: 'b', name: 'Ben Adeyemi' },
    { user_id: 'c', name: 'Carol Lund' },
  ];
  expect(mentionPrefix('Ask @be', 7)).toBe('be');
  expect(mentionPrefix('mail@example', 12)).toBeNull();
  expect(suggestions(people, 'ade')).toEqual([people[0]]);
  expect(withName('Ask @be today', 7, 'Ben Adeyemi')).toEqual({ text: 'Ask @Ben Adeyemi today', caret: 17 });
  expect(mentionedIn('@Ben Adeyemi and @Carol', people)).toEqual(['b']);
});
