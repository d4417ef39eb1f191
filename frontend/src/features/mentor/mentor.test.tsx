import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type MentorEvent, type MentorMessage, sendMentorMessage } from '#contract/mentor/mentor.contract.ts';
import { mismatchedEvent, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { LeansOn } from './leans-on.tsx';
import { MentorChat } from './mentor-chat.tsx';
import { aMessage, anAnswer, aSession } from './mentor.factory.ts';
import { markQuotes } from './mentor-words.ts';
import { SessionList } from './session-list.tsx';

const DONE = anAnswer({ state: 'sent', message: 'In **May**.', ai_engine_used: 'claude', paid_by_plan: true });

/** A server whose answers the test sends event by event. */
function mentorServer({ messages = [] as MentorMessage[], refuse = null as ReturnType<typeof problem> | null } = {}) {
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  const sent = stubServer(({ method, path }) => {
    if (path.startsWith('/api/user-tokens'))
      return partly({ quotas: [{ name: 'mentor_answer', allowed: 20, used: 3, held: 0, resets_at: null }] });
    if (path.endsWith('/stop')) return partly({ stopping: true });
    if (path.startsWith('/api/mentor/sessions') && method === 'GET')
      return partly(
        path.includes('sessions/') ? { session: aSession(), messages, next_cursor: null } : { sessions: [aSession()], next_cursor: null },
      );
    if (method === 'PATCH') return partly({ session: aSession() });
    if (method === 'DELETE') return partly({ deleted: true });
    if (refuse) return refuse;
    return { body: new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) }) };
  });
  return {
    sent,
    tell: (...events: MentorEvent[]) => {
      expect(events.flatMap((event) => mismatchedEvent(sendMentorMessage, event, 'tell') ?? [])).toEqual([]);
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
      size="page"
      renderText={(text, cite) => (
        <p>
          {text
            .split(/\[\^(\d+)\]/)
            .map((part, n) => (n % 2 === 0 ? part : <span key={part}>{cite?.(Number(part)) ?? `[^${part}]`}</span>))}
        </p>
      )}
      {...part}
    />,
  );
const field = () => screen.getByLabelText<HTMLTextAreaElement>(/Your question/);
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

describe('a conversation that has not started', () => {
  it('suggests questions about other lessons of one’s own, asked with that lesson, and due reviews', async () => {
    const server = mentorServer();
    const about = { courseId: 'c2', lessonId: 'l7', passage: null };
    await open({ others: [{ words: 'Summarise “Tides” for me', course: 'The sea', about }], due: 12 });
    expect(screen.getByRole('link', { name: 'Review 12 due items' }).getAttribute('href')).toBe('/review');
    fireEvent.click(screen.getByRole('button', { name: /^Summarise “Tides” for me/ }));
    await server.isAsked();
    expect(server.sent.find(({ method }) => method === 'POST')!.body).toMatchObject({
      message: 'Summarise “Tides” for me',
      lesson: { course_id: 'c2', lesson_id: 'l7' },
    });
  });

  it('suggests nothing if there is nothing', async () => {
    mentorServer();
    await open();
    expect(screen.queryByRole('list')).toBeNull();
  });
});

describe('asking the mentor', () => {
  it('MEN-01 has four engines with their purpose and style, Claude first and chosen', async () => {
    mentorServer();
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Claude · Academic, Who answers' }));
    const engines = await screen.findAllByRole('menuitemradio');
    expect(engines.map(({ textContent }) => textContent)).toEqual([
      'Claude · AcademicCareful, showing its reasoning',
      'Gemini · CreativeWith images and analogies',
      'GPT · GeneralShort and plain',
      'Grok · StrategicWhat to do with it',
    ]);
    expect(engines.map((engine) => engine.getAttribute('aria-checked'))).toEqual(['true', 'false', 'false', 'false']);
    fireEvent.click(engines[3]!);
    await screen.findByRole('button', { name: 'Grok · Strategic, Who answers' });
    localStorage.clear();
  });

  it('has its manner chosen apart from the engine; an engine brings its own again', async () => {
    const server = mentorServer();
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Claude · Academic, Who answers' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Another manner…/ }));
    const manners = await screen.findAllByRole('menuitemradio');
    expect(manners.map(({ textContent }) => textContent)).toEqual([
      'AcademicCareful, showing its reasoning',
      'CreativeWith images and analogies',
      'GeneralShort and plain',
      'StrategicWhat to do with it',
    ]);
    fireEvent.click(manners[1]!);
    const chip = await screen.findByRole('button', { name: 'Claude · Creative, Who answers' });
    type('Why?');
    fireEvent.click(sendButton());
    await server.isAsked();
    expect(server.sent.find(({ path }) => path === '/api/mentor/messages')!.body).toMatchObject({
      ai_engine: 'claude',
      manner: 'creative',
    });
    fireEvent.click(chip);
    fireEvent.click(await screen.findByRole('menuitemradio', { name: /^Grok · Strategic/ }));
    await screen.findByRole('button', { name: 'Grok · Strategic, Who answers' });
    localStorage.clear();
  });

  it('sends a question while another window is being answered: it stands below, and says that it waits', async () => {
    const server = mentorServer({ messages: [aMessage(), anAnswer({ message: 'In May, w' })] });
    await open({ sessionId: 's1' });
    await screen.findByText('In May, w');
    screen.getByRole('button', { name: 'Stop' });
    type('And why?');
    fireEvent.click(sendButton());
    await server.isAsked();
    const waiting = { message_id: 'a2', reply_to: 'q2', state: 'waiting' } as const;
    const second = aMessage({ message_id: 'q2', message: 'And why?' });
    server.tell({ type: 'begun', session: aSession(), question: second, answer: anAnswer(waiting) });
    await screen.findByText('Waits until the answer before it has ended.');
    const items = within(screen.getByRole('list', { name: 'Conversation' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => /In May|And why/.exec(textContent)?.[0])).toEqual([undefined, 'In May', 'And why', undefined]);
    server.tell({ type: 'begun', session: aSession(), question: second, answer: anAnswer({ ...waiting, state: 'sending' }) });
    await screen.findByText('The mentor is thinking…');
    expect(screen.queryByText('Waits until the answer before it has ended.')).toBeNull();
  });

  it('MEN-02 MEN-03 Send is disabled while the text is blank or an answer is in progress; Enter on a blank text says what is missing', async () => {
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
    server.tell({ type: 'begun', session: aSession(), question: aMessage(), answer: anAnswer() });
    await screen.findByRole('button', { name: 'Stop' });
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
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

  it('MEN-05 MEN-07 restores the text after a failure, reports it, and resends it as the same question', async () => {
    const server = mentorServer({ refuse: problem('service.unavailable', 'Failed to send message to AI mentor') });
    await open();
    type('When do bees swarm?');
    fireEvent.click(sendButton());
    await screen.findByText('Failed to send message to AI mentor');
    expect(field().value).toBe('When do bees swarm?');
    await waitFor(() => expect(sendButton().disabled).toBe(false));
    fireEvent.click(sendButton());
    const asked = () =>
      server.sent.filter(({ path }) => path === '/api/mentor/messages').map(({ body }) => (body as { message_id: string }).message_id);
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(new Set(asked()).size).toBe(1);
  });

  it('MEN-07 does the same if the answer started and failed', async () => {
    const server = mentorServer();
    await open();
    type('When do bees swarm?');
    fireEvent.click(sendButton());
    await server.isAsked();
    server.tell({ type: 'begun', session: aSession(), question: aMessage(), answer: anAnswer() });
    await screen.findByText('The mentor is thinking…');
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
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

  it('names the shortfall if it cannot be paid', async () => {
    mentorServer({
      refuse: problem('tokens.insufficient', 'This needs 0.25 tokens, and 0 are available.', { needed: 0.25, available: 0 }),
    });
    await open();
    type('When?');
    fireEvent.click(sendButton());
    await screen.findByText('Failed to send message to AI mentor. This needs 0.25 tokens, and 0 are available.');
    screen.getByRole('link', { name: 'See plans and tokens' });
  });

  it('shows the price of an answer beforehand, in one line if there is little room', async () => {
    mentorServer();
    const { unmount } = await open();
    await screen.findByText('17 free answers left');
    screen.getByText(/Each answer after the free ones costs 0.25 tokens. An answer that fails costs nothing./);
    unmount();
    await open({ size: 'companion' });
    await screen.findByText(/17 free answers left, then 0.25 tokens each. An answer that fails costs nothing./);
  });

  it('as a sheet of half the height has one line to write in, and at its full height the engine and style', async () => {
    mentorServer();
    const { unmount } = await open({ size: 'half-sheet' });
    expect(screen.queryByRole('button', { name: /Who answers/ })).toBeNull();
    field();
    sendButton();
    unmount();
    await open({ size: 'sheet' });
    screen.getByRole('button', { name: 'Claude, Who answers' });
    screen.getByRole('button', { name: 'Guide me' });
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

  it('sends the open lesson and the passage along, unless they are removed', async () => {
    const server = mentorServer();
    const about = { courseId: 'c1', lessonId: 'l1', passage: 'behind a wall', words: 'Knows lesson 2.3: The wall' };
    await open({ about });
    screen.getByText(/Knows lesson 2.3: The wall/);
    type('Why?');
    fireEvent.click(screen.getByRole('button', { name: 'Guide me' }));
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
    localStorage.clear();
  });

  it('asks without the passage, and without the lesson, once they are removed', async () => {
    const server = mentorServer();
    await open({ about: { courseId: 'c1', lessonId: 'l1', passage: 'behind a wall', words: 'Knows lesson 2.3: The wall' } });
    fireEvent.click(screen.getByRole('button', { name: 'Ask without the passage' }));
    expect(screen.queryByText('behind a wall')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Ask without the lesson' }));
    type('Why?');
    fireEvent.click(sendButton());
    await server.isAsked();
    const { body } = server.sent.find(({ path }) => path === '/api/mentor/messages')!;
    expect(body).not.toHaveProperty('lesson');
    expect(body).not.toHaveProperty('passage');
  });

  it('sends a passage once: afterwards it is part of the conversation', async () => {
    mentorServer({ messages: [aMessage({ passage: 'behind a wall' }), DONE] });
    await open({ sessionId: 's1', about: { courseId: 'c1', lessonId: 'l1', passage: 'behind a wall', words: 'Knows lesson 2.3' } });
    await screen.findByText('When do bees swarm?');
    expect(screen.getAllByText('behind a wall')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Ask without the passage' })).toBeNull();
  });

  it('asks a suggested question with one press, about the passage if there is one, and keeps the typed text', async () => {
    const server = mentorServer();
    await open({ about: { courseId: 'c1', lessonId: 'l1', passage: 'behind a wall', words: 'Knows lesson 2.3: The wall' } });
    type('Why?');
    fireEvent.click(screen.getByRole('button', { name: /^Explain this passage in simpler words/ }));
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

  it('MEN-06 shows each speaker and the answer’s sources, and links its quotes to the passage', async () => {
    mentorServer({ messages: [aMessage(), { ...DONE, knows, quotes: ['A hive stands behind a wall.'] }] });
    await open({ sessionId: 's1' });
    const items = within(await screen.findByRole('list', { name: 'Conversation' })).getAllByRole('listitem');
    expect(items[0]!.textContent).toMatch(/^You Nov 20, 2026.*When do bees swarm[?]$/);
    expect(items[1]!.textContent).toMatch(/^AI Mentor Nov 20, 2026 Claude · Academic/);
    expect(items[1]!.textContent).toContain('Knows lesson 2.3: The wall');
    expect(items[1]!.textContent).toContain('Covered by your plan');
    const link = screen.getByRole('link', { name: '2.3 The wall: “A hive stands behind a wall.”' });
    expect(link.getAttribute('href')).toBe('/courses/c1/learn/1/2?passage=A+hive+stands+behind+a+wall.');
  });

  it('marks a quoted passage that the answer quotes, highlights it at a press, and removes the highlight at the next', async () => {
    const quote = 'A hive stands behind a wall.';
    mentorServer({ messages: [aMessage(), { ...DONE, knows, message: `It says “${quote}” So it is warm.`, quotes: [quote] }] });
    const onPassage = vi.fn();
    const opened = {
      sessionId: 's1',
      about: { courseId: 'c1', lessonId: 'l1', passage: null, words: 'Knows' },
      size: 'companion',
    } as const;
    const { unmount } = await open({ ...opened, onPassage });
    const chip = await screen.findByRole('button', { name: `Passage 1: “${quote}”` });
    expect(chip.closest('p')!.textContent).toBe(`It says “${quote}” Passage 1 So it is warm.`);
    expect(screen.queryByText('Knows lesson 2.3: The wall')).toBeNull();
    fireEvent.click(chip);
    expect(onPassage).toHaveBeenLastCalledWith(quote, knows);
    unmount();
    const onKeep = vi.fn();
    await open({ ...opened, onPassage, lit: quote, onKeep });
    fireEvent.click(await screen.findByRole('button', { name: `Passage 1: “${quote}”`, pressed: true }));
    expect(onPassage).toHaveBeenLastCalledWith(null, knows);
    fireEvent.click(screen.getByRole('button', { name: 'Save as note' }));
    expect(onKeep).toHaveBeenCalledWith(`It says “${quote}” So it is warm.`);
  });

  it('shows the sources of its answers beside the page, the newest first and each passage once', async () => {
    const answer = { ...DONE, knows, quotes: ['First.', 'Second.'] };
    await showScreen(<LeansOn answers={[answer, { ...answer, message_id: 'a2', quotes: ['Third.', 'First.'] }]} lit="Second." />);
    const rows = within(screen.getByRole('list', { name: 'Passages of the lesson' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.replace(/^2.3 The wall/, ''))).toEqual(['Third.', 'First.', 'Second.']);
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, null, 'true']);
  });

  it('regenerates an answer with another engine', async () => {
    const server = mentorServer({ messages: [aMessage(), DONE] });
    await open({ sessionId: 's1' });
    fireEvent.click(await screen.findByRole('button', { name: 'Answer again…' }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: /^Grok · Strategic/ }));
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

describe('the marks of citations', () => {
  it.each([
    ['after the closing mark and the stop', 'It says “A wall.”. More', ['A wall.'], 'It says “A wall.”. [^900] More', []],
    ['after emphasis', '**A wall** stands', ['A wall'], '**A wall** [^900] stands', []],
    ['for each passage', 'One. Two.', ['Two.', 'One.'], 'One. [^901] Two. [^900]', []],
    ['not for what is quoted in other words', 'A fence.', ['A wall'], 'A fence.', [0]],
    ['not in code', 'Write `A wall` so', ['A wall'], 'Write `A wall` so', [0]],
    ['not in a formula', 'So $x$ it', ['$x$'], 'So $x$ it', [0]],
  ])('are placed %s', (_, answer, quotes, text, unplaced) => {
    expect(markQuotes(answer, quotes)).toEqual({ text, unplaced });
  });
});
