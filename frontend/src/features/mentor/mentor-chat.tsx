import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import type { Theme } from '@mui/material/styles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { TUTOR_SESSION } from '#contract/billing/catalogue.ts';
import { MENTOR_MANNERS, presetManner } from '#contract/platform/ai-services.ts';
import { DEFAULT_ENGINE, MENTOR_ENGINES, type MentorEngine, type MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance } from '#frontend/lib/token-balance.ts';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MentorComposer, PhonePrice, type MentorSize } from './mentor-composer.tsx';
import { isOpen, messagesOf, oneSession } from './mentor-queries.ts';
import { AskedPassage, MessageItem, type KnownLesson, type RenderText } from './message-item.tsx';
import { MentorStarters, type OtherQuestion } from './mentor-starters.tsx';
import { answerPrice, type TutorState } from './tutor-note.tsx';
import { useMentorChat, type QuestionContext } from './use-mentor-chat.ts';

const SOCRATIC = 'mentor_socratic';
const ENGINE = 'mentor_engine';
const MANNER = 'mentor_manner';
/** If a conversation is scrolled to within this distance of its end, in px, it follows new text. */
const NEAR = 240;

interface MentorChatProps {
  readonly userId: string;
  readonly sessionId: string | undefined;
  readonly onSession: (sessionId: string) => void;
  /** The open lesson and its name; null without one. */
  readonly about: (QuestionContext & { readonly words: string }) | null;
  /** The open lesson as a picture with its names, shown until there are messages. */
  readonly lessonCard?: ReactNode;
  /** Starter questions about other lessons of the user. */
  readonly others?: readonly OtherQuestion[];
  /** Number of questions and cards to review today. */
  readonly due?: number;
  readonly renderText: RenderText;
  readonly size: MentorSize;
  /** Highlights a visible passage, or null to remove the highlight; without this function, a citation links to its lesson. */
  readonly onPassage?: ((quote: string | null, knows: KnownLesson) => void) | undefined;
  readonly lit?: string | null;
  /** Saves an answer about the open lesson as a note on it. */
  readonly onKeep?: (answer: string) => void;
  /** Starts a new conversation as a tutor session about the lesson in `about`. */
  readonly isTutor?: boolean;
  /** Starts another tutor session after this one has ended. */
  readonly onAgain?: () => void;
}

const storedEngine = (): MentorEngine => MENTOR_ENGINES.find((name) => name === readStoredChoice(ENGINE)) ?? DEFAULT_ENGINE;

/** Returns the manner that the learner has chosen apart from the engine; null for that of the engine. */
const storedManner = (): string | null => MENTOR_MANNERS.find((name) => name === readStoredChoice(MANNER)) ?? null;

/**
 * On its own page, the whole page scrolls, with the composer at the bottom of the window; beside or above a lesson, the messages scroll
 * between head and composer.
 */
const FRAME = { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minWidth: 0, minHeight: 0 } as const;
const SCROLLED = {
  flex: '1 1 0',
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  paddingInline: 2.5,
  paddingBlock: 2,
} as const;
const FOOT = { flex: 'none', padding: '4px 16px calc(12px + env(safe-area-inset-bottom))' } as const;
const PAGE_FOOT = (theme: Theme) =>
  ({
    ...stickyFoot(theme),
    paddingBlock: '12px 10px',
    marginBlockStart: 'auto',
    '@media (max-height: 32em)': { position: 'static' },
  }) as const;

/** One conversation: the messages, and below them the field for the next question with the choice of engine. */
export function MentorChat(props: MentorChatProps) {
  const {
    userId,
    sessionId,
    onSession,
    about,
    lessonCard,
    others = [],
    due = 0,
    renderText,
    size,
    onPassage,
    lit = null,
    onKeep,
    isTutor = false,
    onAgain,
  } = props;
  const stored = useInfiniteQuery({ ...oneSession(userId, sessionId ?? ''), enabled: sessionId !== undefined });
  const chat = useMentorChat({ userId, sessionId, onSession });
  const [chosen, setChosen] = useState<MentorEngine | null>(null);
  const [manner, setManner] = useState(storedManner);
  const [isSocratic, setSocratic] = useState(() => readStoredChoice(SOCRATIC) === 'true');
  const [isForgotten, setForgotten] = useState(false);
  const [dropped, setDropped] = useState<string | null>(null);
  const [wantsTutor, setWantsTutor] = useState(isTutor);
  /** A starter was pressed and disappears, so the focus moves to the conversation in its place. */
  const [hasPicked, setPicked] = useState(false);
  const engine = chosen ?? stored.data?.pages[0]?.session.ai_engine ?? storedEngine();
  const session = chat.live?.session ?? stored.data?.pages[0]?.session ?? null;
  const tutor: TutorState | null = session
    ? session.tutor
    : wantsTutor && about
      ? { answers_left: TUTOR_SESSION.answers, by_plan: null }
      : null;
  const messages = withLive(messagesOf(stored.data?.pages ?? []), chat.live);
  // a passage asked about once is part of the conversation
  const isAsked = messages.some(({ passage }) => passage !== null && passage === about?.passage);
  const passage = isAsked || about?.passage === dropped ? null : (about?.passage ?? null);
  // a tutor session stays with the lesson where it started
  const context = isForgotten || session?.tutor || !about ? null : { ...about, passage };
  /** An answer that another window has asked for; a question from here waits for it. */
  const isElsewhere = !chat.live && messages.some(isOpen);
  const region = useRef<HTMLDivElement>(null);
  const isPage = size === 'page';
  const scroller = useCallback(() => (isPage ? document.documentElement : region.current), [isPage]);
  const toEnd = useCallback(() => {
    const box = scroller();
    if (box) box.scrollTop = box.scrollHeight;
  }, [scroller]);
  /** The conversation was started here, so the view already follows new text. */
  const began = useRef(sessionId === undefined);
  const length = chat.live?.answer?.message.length ?? 0;
  const isLive = chat.live !== null;
  useEffect(() => {
    // always scrolls to the user's own question
    if (isLive) toEnd();
  }, [isLive, toEnd]);
  useEffect(() => {
    const box = scroller();
    if (length > 0 && box && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR) toEnd();
  }, [length, scroller, toEnd]);
  const isLoaded = stored.data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    // a conversation opens at its end
    if (!began.current) toEnd();
    began.current = true;
  }, [isLoaded, toEnd]);
  const { data: balance } = useQuery(tokenBalance(userId));
  const acceptedPrice = answerPrice(tutor, balance);
  const send = (picked?: string, lesson: QuestionContext | null = context) =>
    void chat.send(
      engine,
      { about: lesson, manner, socratic: isSocratic, tutor: tutor !== null && session === null, acceptedPrice },
      picked,
    );
  const pick = (words: string, lesson?: QuestionContext) => {
    setPicked(true);
    send(words, lesson);
  };
  const choose = (name: string | null) => {
    writeStoredChoice(MANNER, name);
    setManner(name);
  };
  // with a question typed, there is something to send
  const underWay = chat.live ? chat.live.answer?.message_id : chat.draft.trim() === '' ? messages.find(isOpen)?.message_id : undefined;

  if (stored.error && !stored.data) {
    return isNotFound(stored.error) ? (
      <EmptyState
        subject="messages"
        title={t('Conversation not found')}
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
  const quoted = context?.passage && <AskedPassage onDrop={() => setDropped(passage)}>{context.passage}</AskedPassage>;
  return (
    <Box sx={FRAME}>
      <Box ref={region} sx={isPage ? { paddingBlockEnd: 3 } : SCROLLED}>
        {isEmpty && quoted}
        {isLoading ? (
          <LoadingState label={t('Loading the conversation')} rows={6} />
        ) : isEmpty ? (
          <MentorStarters
            isNarrow={!isPage}
            about={context && { hasPassage: passage !== null, card: lessonCard }}
            onForget={() => setForgotten(true)}
            isTutor={tutor !== null}
            others={others}
            due={due}
            onPick={pick}
            onTutor={() => setWantsTutor(true)}
          />
        ) : (
          <>
            {stored.hasNextPage && (
              <Button
                variant="outlined"
                color="inherit"
                aria-busy={stored.isFetchingNextPage}
                onClick={() => void stored.fetchNextPage()}
                sx={{ marginBlockEnd: 2 }}
              >
                {t('Earlier messages')}
              </Button>
            )}
            <List
              component="ol"
              disablePadding
              aria-label={t('Conversation')}
              aria-live="polite"
              aria-busy={isLive}
              {...(hasPicked && { tabIndex: -1, ref: focusOnMount })}
            >
              {messages.map((message) => (
                <MessageItem
                  key={message.message_id}
                  message={message}
                  renderText={renderText}
                  switchedTo={message.message_id === chat.live?.answer?.message_id ? (chat.live?.switchedTo ?? null) : null}
                  onRegenerate={chat.live || isElsewhere ? undefined : (questionId, by) => chat.regenerate(questionId, by, acceptedPrice)}
                  openLesson={about?.lessonId}
                  onPassage={onPassage}
                  lit={lit}
                  onKeep={onKeep}
                  isBeside={!isPage}
                />
              ))}
            </List>
            {quoted && <Box sx={{ marginBlockStart: 2 }}>{quoted}</Box>}
          </>
        )}
      </Box>
      {isPage && !tutor && <PhonePrice userId={userId} />}
      <Box sx={isPage ? PAGE_FOOT : FOOT}>
        <MentorComposer
          size={size}
          engine={engine}
          onEngine={(name) => {
            writeStoredChoice(ENGINE, name);
            setChosen(name);
            choose(null);
          }}
          manner={manner ?? presetManner(engine)}
          onManner={choose}
          userId={userId}
          draft={chat.draft}
          onDraft={chat.setDraft}
          onSend={() => send()}
          onStop={underWay === undefined ? null : () => chat.stop(underWay)}
          isBusy={isLive}
          problem={chat.problem}
          isShort={chat.isShort}
          tutor={tutor}
          onAgain={onAgain}
          isSocratic={isSocratic}
          onSocratic={(on) => {
            writeStoredChoice(SOCRATIC, on ? 'true' : null);
            setSocratic(on);
          }}
          knows={isPage && context && !(isEmpty && lessonCard !== undefined) ? context.words : null}
          onForget={() => setForgotten(true)}
          hint={
            context?.passage
              ? t('Ask about the passage')
              : messages.length > 0
                ? t('Answer, or ask something else')
                : context
                  ? t('Ask about the lesson')
                  : t('Ask whatever you want to understand')
          }
        />
      </Box>
    </Box>
  );
}

/** Merges the stored messages with the newer local ones. */
function withLive(messages: readonly MentorMessage[], live: ReturnType<typeof useMentorChat>['live']): MentorMessage[] {
  const newer = [live?.question, live?.answer].filter((message) => message != null);
  return [...messages.filter((one) => !newer.some(({ message_id: id }) => id === one.message_id)), ...newer];
}
