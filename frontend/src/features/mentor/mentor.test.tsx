import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { MentorEvent, MentorMessage, MentorSession } from '#contract/mentor/mentor.contract.ts';
import { problem, showScreen } from '#frontend/testing/show-screen.tsx';
import { MentorChat } from './mentor-chat.tsx';
import { SessionList } from './session-list.tsx';

const aMessage = (part: Partial<MentorMessage> = {}): MentorMessage => ({
  message_id: 'q1',
  sender: 'user',
  message: 'When do bees swarm?',
  timestamp: '2026-11-20T10:00:00.000Z',
  state: 'sent',
  reply_to: null,
  ai_engine: null,
  ai_engine_used: null,
  knows: null,
  passage: null,
  socratic: false,
  quotes: [],
  safety: null,
  tokens_charged: 0,
  paid_by_plan: false,
  error: null,
  ...part,
});
const anAnswer = (part: Partial<MentorMessage> = {}) =>
  aMessage({ message_id: 'a1', sender: 'other', reply_to: 'q1', message: '', ai_engine: 'claude', state: 'sending', ...part });
const aSession = (part: Partial<MentorSession> = {}): MentorSession => ({
  session_id: 's1',
  title: 'Swarming',
  ai_engine: 'claude',
  tutor: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...part,
});
const DONE = anAnswer({ state: 'sent', message: 'In **May**.', ai_engine_used: 'claude', paid_by_plan: true });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: any;
}

/** A server whose answers the test sends event by event. */
function mentorServer({ messages = [] as MentorMessage[], refuse = null as ReturnType<typeof problem> | null } = {}) {
  const sent: Sent[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    sent.push({ method, path, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined });
    if (path.startsWith('/api/user-tokens'))
      return json({ quotas: [{ name: 'mentor_answer', allowed: 20, used: 3, held: 0, resets_at: null }] });
    if (path.endsWith('/stop')) return json({ stopping: true });
    if (path.startsWith('/api/mentor/sessions') && method === 'GET')
      return json(
        path.includes('sessions/') ? { session: aSession(), messages, next_cursor: null } : { sessions: [aSession()], next_cursor: null },
      );
    if (method === 'PATCH') return json({ session: aSession() });
    if (method === 'DELETE') return json({ deleted: true });
    if (refuse) return json(refuse.body, refuse.status);
    return new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) }) as BodyInit);
  });
  return {
    sent,
    tell: (...events: MentorEvent[]) => {
      for (const event of events) stream!.enqueue(new TextEncoder().encode(`: still here\n\ndata: ${JSON.stringify(event)}\n\n`));
    },
    end: () => stream!.close(),
    isAsked: () => waitFor(() => expect(stream).not.toBeNull()),
  };
}

const open = (part: Partial<Parameters<typeof MentorChat>[0]> = {}) =>
  showScreen(
    <MentorChat
      userId="u1"
      sessionId={undefined}
      onSession={() => undefined}
      about={null}
      renderText={(text) => <p>{text}</p>}
      {...part}
    />,
  );
const field = () => screen.getByLabelText<HTMLTextAreaElement>(/Your question/);
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

describe('asking the mentor', () => {
  it('MEN-01 has four engines with what each is for, Claude first and chosen', async () => {
    mentorServer();
    await open();
    const engines = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who answers' });
    expect([...engines.options].map(({ text }) => text)).toEqual([
      'Claude (Academic)',
      'Gemini (Creative)',
      'GPT (General)',
      'Grok (Strategic)',
    ]);
    expect(engines.value).toBe('claude');
  });

  it('MEN-02 MEN-03 Send is off while the text is blank or an answer is under way; Enter on a blank text says what is missing', async () => {
    const server = mentorServer();
    await open();
    expect(sendButton().disabled).toBe(true);
    type('   ');
    expect(sendButton().disabled).toBe(true);
    fireEvent.keyDown(field(), { key: 'Enter' });
    screen.getByText('Please enter a message');
    type('When do bees swarm?');
    expect(sendButton().disabled).toBe(false);
    fireEvent.click(sendButton());
    await server.isAsked();
    type('Another');
    expect(sendButton().disabled).toBe(true);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(server.sent.filter(({ path }) => path === '/api/mentor/messages')).toHaveLength(1);
  });

  it('streams the answer, names the engine that replaced another, and shows the cost', async () => {
    const server = mentorServer();
    const onSession = vi.fn();
    await open({ onSession });
    type('When do bees swarm?');
    fireEvent.click(sendButton());
    await server.isAsked();
    screen.getByText('When do bees swarm?');
    server.tell(
      { type: 'begun', session: aSession(), question: aMessage(), answer: anAnswer() },
      { type: 'switched', from_engine: 'claude', to_engine: 'grok' },
      { type: 'text', from: 0, text: 'In Ju' },
      { type: 'text', from: 3, text: 'May' },
    );
    await screen.findByText('In May');
    screen.getByText('Answered by Grok instead.');
    expect(onSession).toHaveBeenCalledWith('s1');
    expect(server.sent.at(-1)?.body ?? server.sent.find(({ path }) => path === '/api/mentor/messages')?.body).toBeTruthy();
  });

  it('MEN-05 MEN-07 gives the text back when it failed, says so, and sends it again as the same question', async () => {
    const server = mentorServer({ refuse: problem(502, 'Failed to send message to AI mentor') });
    await open();
    type('When do bees swarm?');
    fireEvent.click(sendButton());
    await screen.findByText('Failed to send message to AI mentor');
    expect(field().value).toBe('When do bees swarm?');
    await waitFor(() => expect(sendButton().disabled).toBe(false));
    fireEvent.click(sendButton());
    const asked = () => server.sent.filter(({ path }) => path === '/api/mentor/messages').map(({ body }) => body.message_id);
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(new Set(asked()).size).toBe(1);
  });

  it('MEN-07 the same when the answer began and failed', async () => {
    const server = mentorServer();
    await open();
    type('When do bees swarm?');
    fireEvent.click(sendButton());
    await server.isAsked();
    server.tell({ type: 'begun', session: aSession(), question: aMessage(), answer: anAnswer() });
    await screen.findByText('The mentor is thinking…');
    expect(sendButton().disabled).toBe(true);
    expect(field().value).toBe('');
    server.tell({
      type: 'ended',
      answer: anAnswer({ state: 'failed', error: { code: 'mentor.failed', detail: 'Failed to send message to AI mentor' } }),
    });
    server.end();
    await waitFor(() => expect(field().value).toBe('When do bees swarm?'));
    expect(screen.getByRole('alert').textContent).toBe('Failed to send message to AI mentor');
    expect(screen.queryByText('The mentor is thinking…')).toBeNull();
  });

  it('says what is missing when it cannot be paid', async () => {
    mentorServer({ refuse: problem(402, 'This needs 0.25 tokens, and 0 are available.', { needed: 0.25, available: 0 }) });
    await open();
    type('When?');
    fireEvent.click(sendButton());
    await screen.findByText('Failed to send message to AI mentor. This needs 0.25 tokens, and 0 are available.');
    screen.getByRole('link', { name: 'See plans and tokens' });
  });

  it('says before what an answer costs', async () => {
    mentorServer();
    await open();
    await screen.findByText(/17 free answers left, then 0.25 tokens each. An answer that fails costs nothing./);
  });

  it('can be stopped', async () => {
    const server = mentorServer();
    await open();
    type('When?');
    fireEvent.click(sendButton());
    await server.isAsked();
    server.tell({ type: 'begun', session: aSession(), question: aMessage(), answer: anAnswer() });
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(server.sent.some(({ path }) => path === '/api/mentor/messages/a1/stop')).toBe(true));
  });

  it('sends the open lesson and the passage along, unless they are put away', async () => {
    const server = mentorServer();
    const about = { courseId: 'c1', lessonId: 'l1', passage: 'behind a wall', words: 'Knows lesson 2.3: The wall' };
    await open({ about });
    screen.getByText(/Knows lesson 2.3: The wall/);
    type('Why?');
    fireEvent.click(screen.getByRole('switch', { name: 'Guide me, do not give me the answer' }));
    fireEvent.click(sendButton());
    await server.isAsked();
    expect(server.sent.find(({ path }) => path === '/api/mentor/messages')!.body).toMatchObject({
      message: 'Why?',
      ai_engine: 'claude',
      lesson: { course_id: 'c1', lesson_id: 'l1' },
      passage: 'behind a wall',
      socratic: true,
      session_id: null,
    });
  });

  it('asks a suggested question at one press, about the passage if there is one, and leaves alone what was typed', async () => {
    const server = mentorServer();
    await open({ about: { courseId: 'c1', lessonId: 'l1', passage: 'behind a wall', words: 'Knows lesson 2.3: The wall' } });
    type('Why?');
    fireEvent.click(screen.getByRole('button', { name: 'Explain this passage in simpler words' }));
    await server.isAsked();
    expect(server.sent.find(({ path }) => path === '/api/mentor/messages')!.body).toMatchObject({
      message: 'Explain this passage in simpler words',
      passage: 'behind a wall',
    });
    expect(field().value).toBe('Why?');
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Conversation' }));
  });
});

describe('a conversation', () => {
  const knows = { course_id: 'c1', course_title: 'Bees', lesson_id: 'l1', lesson_title: 'The wall', module: 1, lesson: 2, notes: 1 };

  it('MEN-06 shows who said what, what the answer knew, and leads from its quotes to the passage', async () => {
    mentorServer({ messages: [aMessage(), { ...DONE, knows, quotes: ['A hive stands behind a wall.'] }] });
    await open({ sessionId: 's1' });
    const items = within(await screen.findByRole('list', { name: 'Conversation' })).getAllByRole('listitem');
    expect(items[0]!.textContent).toMatch(/^You Nov 20, 2026.*When do bees swarm[?]$/);
    expect(items[1]!.textContent).toMatch(/^AI Mentor Nov 20, 2026/);
    expect(items[1]!.textContent).toContain('Knows lesson 2.3: The wall');
    expect(items[1]!.textContent).toContain('Covered by your plan');
    const link = screen.getByRole('link', { name: '“A hive stands behind a wall.”' });
    expect(link.getAttribute('href')).toBe('/courses/c1/learn/1/2?passage=A+hive+stands+behind+a+wall.');
  });

  it('regenerates an answer with another engine', async () => {
    const server = mentorServer({ messages: [aMessage(), DONE] });
    await open({ sessionId: 's1' });
    fireEvent.click(await screen.findByRole('button', { name: 'Answer again…' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Grok · Strategic' }));
    await waitFor(() =>
      expect(server.sent.find(({ path }) => path === '/api/mentor/messages/q1/regenerate')?.body).toEqual({ ai_engine: 'grok' }),
    );
  });

  it('is listed, searched, renamed and deleted', async () => {
    const server = mentorServer();
    const onNew = vi.fn();
    const onQuery = vi.fn();
    await showScreen(<SessionList userId="u1" current="s1" query="" onQuery={onQuery} onNew={onNew} />);
    fireEvent.change(screen.getByLabelText('Search conversations'), { target: { value: 'bees' } });
    expect(onQuery).toHaveBeenCalledWith('bees');
    fireEvent.click(await screen.findByRole('button', { name: 'Options: Swarming' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'May' } });
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(server.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ title: 'May' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Options: Swarming' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the conversation' }));
    await waitFor(() => expect(onNew).toHaveBeenCalled());
  });
});
