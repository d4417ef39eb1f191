import { useEffect, useRef, useState } from 'react';
import { answerTo, greeting } from '#frontend/features/marketing/assistant/answers.ts';

/** One line of the conversation (LAND-17). */
export interface AssistantMessage {
  readonly id: string;
  readonly type: 'user' | 'assistant';
  readonly message: string;
  /** ISO time. */
  readonly timestamp: string;
}

/** The assistant's artificial delay (LAND-15), ms. */
const ANSWER_DELAY_MS = 1_000;

let made = 0;
const messageOf = (type: AssistantMessage['type'], message: string): AssistantMessage => ({
  id: `${type}-${++made}`,
  type,
  message,
  timestamp: new Date().toISOString(),
});

interface Conversation {
  readonly messages: readonly AssistantMessage[];
  /** An answer is pending. */
  readonly isAnswering: boolean;
  readonly ask: (question: string) => void;
}

/** A conversation that starts with one greeting. It lasts as long as the page; nothing is sent or stored. */
export function useConversation(): Conversation {
  const [messages, setMessages] = useState<readonly AssistantMessage[]>(() => [messageOf('assistant', greeting())]);
  const [waiting, setWaiting] = useState(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const add = (message: AssistantMessage) => setMessages((before) => [...before, message]);
  return {
    messages,
    isAnswering: waiting > 0,
    ask(question) {
      add(messageOf('user', question));
      setWaiting((count) => count + 1);
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        add(messageOf('assistant', answerTo(question)));
        setWaiting((count) => count - 1);
      }, ANSWER_DELAY_MS);
      timers.current.add(timer);
    },
  };
}
