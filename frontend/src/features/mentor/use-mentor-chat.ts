import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  regenerateAnswer,
  sendMentorMessage,
  stopAnswer,
  type MentorEngine,
  type MentorEvent,
  type MentorMessage,
  type MentorSession,
} from '#contract/mentor/mentor.contract.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { call, callForStream, type CallOptions, type Given } from '#frontend/lib/api-client.ts';
import { ApiError, failureText, shortfallFrom, networkError } from '#frontend/lib/api-error.ts';
import { useStoredText } from '#frontend/lib/drafts/persisted-text.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { mentorKey } from './mentor-queries.ts';

const failedWords = () => t('Failed to send message to AI mentor');

/** The lesson that a question is about. */
export interface QuestionContext {
  readonly courseId: string;
  /** Its permanent id, or `0_1`. */
  readonly lessonId: string;
  readonly passage: string | null;
}

interface Asking {
  readonly about: QuestionContext | null;
  /** Null for the engine's own manner. */
  readonly manner: string | null;
  readonly socratic: boolean;
  /** Whether the conversation starts as a tutor session. */
  readonly tutor: boolean;
  /** The displayed price of the answer, in hundredths of a token. */
  readonly acceptedPrice: number;
}

interface ChatOptions {
  readonly userId: string;
  /** Undefined for a new conversation. */
  readonly sessionId: string | undefined;
  readonly onSession: (sessionId: string) => void;
}

/** A question and its answer while it is being written. The conversation's stored messages come before them. */
export interface LiveTurn {
  readonly question: MentorMessage | null;
  readonly answer: MentorMessage | null;
  readonly switchedTo: MentorEngine | null;
  /** Set as soon as the server has sent it. */
  readonly session: MentorSession | null;
}

/** The state of a conversation: draft, running answer, and actions (MEN-02, MEN-05, MEN-07). */
export function useMentorChat({ userId, sessionId, onSession }: ChatOptions) {
  const cache = useQueryClient();
  const [draft, setDraft] = useStoredText(`mentor:${sessionId ?? 'new'}`);
  const [live, setLive] = useState<LiveTurn | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isShort, setShort] = useState(false);
  /** Sending the same text again after a failure reuses the question's id. */
  const lastSent = useRef({ text: '', id: '' });

  const take = (event: MentorEvent) => {
    if (event.type === 'begun') {
      if (event.session.session_id !== sessionId) onSession(event.session.session_id);
      setLive({ question: event.question, answer: event.answer, switchedTo: null, session: event.session });
    } else if (event.type === 'text') {
      setLive((turn) =>
        turn?.answer ? { ...turn, answer: { ...turn.answer, message: turn.answer.message.slice(0, event.from) + event.text } } : turn,
      );
    } else if (event.type === 'switched') setLive((turn) => turn && { ...turn, switchedTo: event.to_engine });
    else setLive((turn) => turn && { ...turn, answer: event.answer });
  };

  /** Streams an answer to its end; if that fails, the typed text returns to the field. */
  const follow = async (answering: (onEvent: (event: MentorEvent) => void) => Promise<void>, restore: string | null) => {
    let ended: MentorMessage | null = null;
    let began = false;
    setProblem(null);
    setShort(false);
    try {
      await answering((event) => {
        if (event.type === 'begun') began = true;
        if (event.type === 'ended') ended = event.answer;
        take(event);
      });
    } catch (error) {
      if (shortfallFrom(error)) setShort(true);
      setProblem(failureText(error, failedWords()));
      // an answer that has started continues on the server, so the stored conversation will contain its end
      if (restore !== null && !(began && error instanceof ApiError && error.status === 0)) setDraft(restore);
    }
    const last = ended as MentorMessage | null;
    if (last?.state === 'failed') {
      toast('error', failedWords());
      setProblem(failedWords());
      if (restore !== null) setDraft(restore);
    } else if (last) lastSent.current = { text: '', id: '' };
    await cache.invalidateQueries({ queryKey: mentorKey(userId) });
    void cache.invalidateQueries({ queryKey: billingKey(userId) });
    setLive(null);
  };

  /** Sends the draft, or a picked question, which leaves the draft unchanged. */
  const send = async (engine: MentorEngine, { about, manner, socratic, tutor, acceptedPrice }: Asking, picked?: string) => {
    const text = (picked ?? draft).trim();
    if (live) return;
    if (text === '') return setProblem(t('Please enter a message'));
    if (lastSent.current.text !== text) lastSent.current = { text, id: randomId() };
    const { id } = lastSent.current;
    if (picked === undefined) setDraft('');
    setLive({ question: unsent(id, text, about?.passage ?? null), answer: null, switchedTo: null, session: null });
    await follow(
      (onEvent) =>
        callForEvents(
          sendMentorMessage,
          {
            body: {
              message_id: id,
              message: text,
              ai_engine: engine,
              session_id: sessionId ?? null,
              ...(manner !== null && { manner }),
              socratic,
              ...(tutor && { tutor }),
              ...(about && { lesson: { course_id: about.courseId, lesson_id: about.lessonId } }),
              ...(about?.passage && { passage: about.passage }),
            },
            acceptedPrice,
            fallback: failedWords(),
          },
          onEvent,
        ),
      picked === undefined ? text : null,
    );
  };

  return {
    draft,
    setDraft: (text: string) => {
      setProblem(null);
      setDraft(text);
    },
    live,
    problem,
    isShort,
    send,
    regenerate: (questionId: string, engine: MentorEngine, acceptedPrice: number) => {
      if (live) return;
      setLive({ question: null, answer: null, switchedTo: null, session: null });
      void follow(
        (onEvent) =>
          callForEvents(
            regenerateAnswer,
            { params: { message_id: questionId }, body: { ai_engine: engine }, acceptedPrice, fallback: failedWords() },
            onEvent,
          ),
        null,
      );
    },
    stop: (messageId: string) => {
      void call(stopAnswer, { params: { message_id: messageId } }).catch((error: unknown) =>
        toast('error', failureText(error, t('The answer could not be stopped.'))),
      );
    },
  };
}

const unsent = (id: string, text: string, passage: string | null): MentorMessage => ({
  message_id: id,
  sender: 'user',
  message: text,
  timestamp: new Date().toISOString(),
  state: 'sending',
  reply_to: null,
  ai_engine: null,
  ai_engine_used: null,
  manner: null,
  knows: null,
  passage,
  socratic: false,
  quotes: [],
  safety: null,
  tokens_charged: 0,
  paid_by_plan: false,
  error: null,
});

/** The prefix of a data line of server-sent events. */
const DATA = 'data: ';

type EventOf<E extends Endpoint> = E['event'] extends z.ZodMiniType ? z.output<E['event']> : never;

/**
 * Calls an endpoint that streams events, and passes each one on as it arrives. Resolves after the last one.
 * @throws ApiError for refusals, and if the connection breaks before the end
 */
async function callForEvents<const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  onEvent: (event: EventOf<E>) => void,
): Promise<void> {
  const reader = (await callForStream(endpoint, ...([options] as Given<E>))).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw networkError();
    });
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith(DATA)) onEvent(JSON.parse(line.slice(DATA.length)) as EventOf<E>);
  }
}
