import { useEffect, useRef, useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TUTOR_SESSION } from '#contract/billing/catalogue.ts';
import { DEFAULT_ENGINE, MENTOR_ENGINES, type MentorEngine, type MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MentorComposer } from './mentor-composer.tsx';
import { messagesOf, oneSession } from './mentor-queries.ts';
import { MessageItem } from './message-item.tsx';
import type { TutorState } from './tutor-note.tsx';
import { useMentorChat, type QuestionContext } from './use-mentor-chat.ts';

const SOCRATIC = 'mentor_socratic';
const ENGINE = 'mentor_engine';

interface MentorChatProps {
  readonly userId: string;
  readonly sessionId: string | undefined;
  readonly onSession: (sessionId: string) => void;
  /** The open lesson, with its name; null without one. */
  readonly about: (QuestionContext & { readonly words: string }) | null;
  readonly renderText: (text: string) => ReactNode;
  /** In a narrow column beside a lesson, where nothing is sticky. */
  readonly isBeside?: boolean;
  /** Starts a new conversation as a tutor session; `about` is its lesson. */
  readonly isTutor?: boolean;
  /** Starts another tutor session after this one has ended. */
  readonly onAgain?: () => void;
}

/** Questions that make sense for any open lesson, or a passage of one: a press asks it. */
const suggestions = (hasPassage: boolean): readonly string[] => [
  hasPassage ? t('Explain this passage in simpler words') : t('Explain this lesson in simpler words'),
  t('Give me an example from everyday life'),
  t('Ask me three questions about it'),
];

const storedEngine = (): MentorEngine => MENTOR_ENGINES.find((name) => name === readStoredChoice(ENGINE)) ?? DEFAULT_ENGINE;

/** One conversation: the engine, the messages, and the field for the next question. */
export function MentorChat({
  userId,
  sessionId,
  onSession,
  about,
  renderText,
  isBeside = false,
  isTutor = false,
  onAgain,
}: MentorChatProps) {
  const stored = useInfiniteQuery({ ...oneSession(userId, sessionId ?? ''), enabled: sessionId !== undefined });
  const chat = useMentorChat({ userId, sessionId, onSession });
  const [chosen, setChosen] = useState<MentorEngine | null>(null);
  const [isSocratic, setSocratic] = useState(() => readStoredChoice(SOCRATIC) === 'true');
  const [isForgotten, setForgotten] = useState(false);
  const [wantsTutor, setWantsTutor] = useState(isTutor);
  /** A suggestion was pressed: it is gone, and the focus goes to the conversation in its place. */
  const [hasPicked, setPicked] = useState(false);
  const engine = chosen ?? stored.data?.pages[0]?.session.ai_engine ?? storedEngine();
  const session = chat.live?.session ?? stored.data?.pages[0]?.session ?? null;
  const tutor: TutorState | null = session
    ? session.tutor
    : wantsTutor && about
      ? { answers_left: TUTOR_SESSION.answers, by_plan: null }
      : null;
  // a tutor session stays with the lesson it started at
  const context = isForgotten || session?.tutor ? null : about;
  const messages = withLive(messagesOf(stored.data?.pages ?? []), chat.live);
  const isElsewhere = !chat.live && messages.some(({ state, sender }) => sender === 'other' && state === 'sending');
  const end = useRef<HTMLDivElement>(null);
  /** It was started here, so the view already follows the new text. */
  const began = useRef(sessionId === undefined);
  const length = chat.live?.answer?.message.length ?? 0;
  useEffect(() => {
    // follows the new text when the reader is at the end of the page
    if (chat.live && window.innerHeight + window.scrollY > document.body.scrollHeight - 240)
      end.current?.scrollIntoView?.({ block: 'end' });
  }, [chat.live, length]);
  const isLoaded = stored.data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    // a conversation opens at its end
    if (!began.current) end.current?.scrollIntoView?.({ block: 'end' });
    began.current = true;
  }, [isLoaded]);
  const send = (picked?: string) =>
    void chat.send(engine, { about: context, socratic: isSocratic, tutor: tutor !== null && session === null }, picked);
  const pick = (words: string) => {
    setPicked(true);
    send(words);
  };
  const underWay = chat.live ? chat.live.answer?.message_id : messages.find((one) => one.state === 'sending')?.message_id;

  if (stored.error && !stored.data) {
    return isNotFound(stored.error) ? (
      <EmptyState
        title={t('There is no such conversation')}
        actions={
          <LinkButton to="/mentor" variant="contained">
            {t('New conversation')}
          </LinkButton>
        }
      >
        {t('It may have been deleted.')}
      </EmptyState>
    ) : (
      <ErrorState title={t('The conversation could not be loaded')} error={stored.error} onRetry={() => void stored.refetch()} />
    );
  }
  const isLoading = sessionId !== undefined && !stored.data && !chat.live;
  const isEmpty = !isLoading && messages.length === 0;
  return (
    <Stack sx={{ minWidth: 0, gap: 2 }}>
      {isLoading ? (
        <LoadingState label={t('Loading the conversation')} rows={6} />
      ) : isEmpty ? null : (
        <>
          {stored.hasNextPage && (
            <Button
              variant="outlined"
              color="inherit"
              aria-busy={stored.isFetchingNextPage}
              onClick={() => void stored.fetchNextPage()}
              sx={{ alignSelf: 'start' }}
            >
              {t('Earlier messages')}
            </Button>
          )}
          <List
            component="ol"
            disablePadding
            aria-label={t('Conversation')}
            aria-live="polite"
            aria-busy={chat.live !== null}
            {...(hasPicked && { tabIndex: -1, ref: focusOnMount })}
          >
            {messages.map((message) => (
              <MessageItem
                key={message.message_id}
                message={message}
                renderText={renderText}
                switchedTo={message.message_id === chat.live?.answer?.message_id ? (chat.live?.switchedTo ?? null) : null}
                onRegenerate={chat.live || isElsewhere ? undefined : chat.regenerate}
              />
            ))}
          </List>
        </>
      )}
      <MentorComposer
        isSticky={!isBeside && !isEmpty}
        engine={engine}
        onEngine={(name) => {
          writeStoredChoice(ENGINE, name);
          setChosen(name);
        }}
        userId={userId}
        draft={chat.draft}
        onDraft={chat.setDraft}
        onSend={() => send()}
        onStop={underWay === undefined ? null : () => chat.stop(underWay)}
        isBusy={chat.live !== null || isElsewhere}
        problem={chat.problem}
        isShort={chat.isShort}
        tutor={tutor}
        onAgain={onAgain}
        isSocratic={isSocratic}
        onSocratic={(on) => {
          writeStoredChoice(SOCRATIC, on ? 'true' : null);
          setSocratic(on);
        }}
        knows={context?.words ?? null}
        passage={context?.passage ?? null}
        onForget={() => setForgotten(true)}
      />
      {/* below the field, which is what an empty conversation is for */}
      {isEmpty &&
        (tutor ? (
          <EmptyState title={t('Begin with what you know')} illustration="no-messages">
            {t(
              'Say what you know about this lesson, or that it is all new. The tutor leads you through it with questions, one step at a time.',
            )}
          </EmptyState>
        ) : (
          <EmptyState
            title={t('Ask your first question')}
            illustration="no-messages"
            actions={
              about && (
                <>
                  {suggestions(context?.passage != null).map((words) => (
                    <Chip key={words} clickable variant="outlined" label={words} onClick={() => pick(words)} />
                  ))}
                  <Button variant="outlined" color="inherit" onClick={() => setWantsTutor(true)}>
                    {t('Begin a Vortex session')}
                  </Button>
                </>
              )
            }
          >
            {about
              ? t(
                  'The mentor knows the lesson you have open and your notes on it, quotes it where that helps, and answers in your language.',
                )
              : t('Ask whatever you want to understand. Opened beside a lesson, the mentor reads it with you.')}
          </EmptyState>
        ))}
      <div ref={end} />
    </Stack>
  );
}

/** Merges the stored messages with the newer local ones. */
function withLive(messages: readonly MentorMessage[], live: ReturnType<typeof useMentorChat>['live']): MentorMessage[] {
  const newer = [live?.question, live?.answer].filter((message) => message != null);
  return [...messages.filter((one) => !newer.some(({ message_id: id }) => id === one.message_id)), ...newer];
}
