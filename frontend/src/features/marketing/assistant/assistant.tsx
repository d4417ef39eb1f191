import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { answerTo, greeting } from '#frontend/features/marketing/assistant/answers.ts';
import { AssistantTab } from '#frontend/features/marketing/assistant/assistant-tab.tsx';
import { timeHere } from '#frontend/lib/served-dates.ts';
import { t } from '#frontend/lib/text.ts';

function Line({ type, message, timestamp }: AssistantMessage) {
  return (
    <li data-type={type}>
      <span className="as-who">
        {type === 'user' ? t('You') : t('Assistant')} <time dateTime={timestamp}>{timeHere(timestamp)}</time>
      </span>
      <span className="as-said">{message}</span>
    </li>
  );
}

interface PanelProps {
  readonly conversation: ReturnType<typeof useConversation>;
  readonly onMinimise: () => void;
}

function Panel({ conversation: { messages, isAnswering, ask }, onMinimise }: PanelProps) {
  const field = useRef<HTMLInputElement>(null);
  const talk = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onMinimise();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [onMinimise]);
  useEffect(() => {
    if (talk.current) talk.current.scrollTop = talk.current.scrollHeight;
  }, [messages, isAnswering]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question = field.current?.value.trim();
    if (!field.current || !question) return;
    field.current.value = '';
    ask(question);
  };
  return (
    <section ref={panel} className="as-panel" aria-label={t('AI Assistant')}>
      <header>
        <h2>{t('AI Assistant')}</h2>
        <button type="button" aria-expanded onClick={onMinimise}>
          {t('Minimise')}
        </button>
      </header>
      {/* focusable, so that earlier messages can be scrolled to by keyboard */}
      <div ref={talk} className="as-talk" role="log" tabIndex={0} aria-label={t('Conversation')}>
        <ol>
          {messages.map((message) => (
            <Line key={message.id} {...message} />
          ))}
        </ol>
        {isAnswering && <p className="as-wait">{t('An answer is being written.')}</p>}
      </div>
      <form onSubmit={submit}>
        <input
          ref={field}
          type="text"
          maxLength={500}
          autoComplete="off"
          aria-label={t('Your question')}
          placeholder={t('Your question')}
        />
        <button type="submit">{t('Ask')}</button>
      </form>
    </section>
  );
}

/** The assistant in the corner of the public pages: a tab, or an open panel 320 px wide (LAND-14). Minimising keeps the conversation. */
export default function Assistant({ startsOpen = false }: { readonly startsOpen?: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen);
  const wasOpen = useRef(startsOpen);
  const tab = useRef<HTMLButtonElement>(null);
  const conversation = useConversation();
  const minimise = useCallback(() => setOpen(false), []);
  useEffect(() => {
    if (wasOpen.current && !isOpen) tab.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return isOpen ? <Panel conversation={conversation} onMinimise={minimise} /> : <AssistantTab ref={tab} onClick={() => setOpen(true)} />;
}

/** One line of the conversation (LAND-17). */
interface AssistantMessage {
  readonly id: string;
  readonly type: 'user' | 'assistant';
  readonly message: string;
  /** ISO time. */
  readonly timestamp: string;
}

/** The assistant's artificial delay (LAND-15), in ms. */
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
