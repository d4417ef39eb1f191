import type { MentorMessage, MentorSession } from '#contract/mentor/mentor.contract.ts';

/** A question. */
export const aMessage = (part: Partial<MentorMessage> = {}): MentorMessage => ({
  message_id: 'q1',
  sender: 'user',
  message: 'When do bees swarm?',
  timestamp: '2026-11-20T10:00:00.000Z',
  state: 'sent',
  reply_to: null,
  ai_engine: null,
  ai_engine_used: null,
  manner: null,
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
/** The answer to it, still being written. */
export const anAnswer = (part: Partial<MentorMessage> = {}) =>
  aMessage({ message_id: 'a1', sender: 'other', reply_to: 'q1', message: '', ai_engine: 'claude', state: 'sending', ...part });
/** Their conversation. */
export const aSession = (part: Partial<MentorSession> = {}): MentorSession => ({
  session_id: 's1',
  title: 'Swarming',
  ai_engine: 'claude',
  tutor: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...part,
});
