import { useEffect, useRef, useState } from 'react';
import { LessonMarkdown } from '#frontend/ui/markdown/lesson-markdown.tsx';
import { MentorChat } from '#frontend/features/mentor/mentor-chat.tsx';
import { MentorPanel } from '#frontend/features/mentor/mentor-panel.tsx';
import type { RenderText } from '#frontend/features/mentor/message-item.tsx';
import { useKeptAnswers } from '#frontend/pages/use-kept-answers.ts';
import type { QuestionContext } from '#frontend/features/mentor/use-mentor-chat.ts';

interface MentorColumnProps {
  readonly userId: string;
  readonly about: QuestionContext & { readonly words: string };
  /** `knows 2.3`, for its head. */
  readonly knows: string;
  /** Covers the lesson if there is no room beside it. */
  readonly isSheet: boolean;
  /** Whether it starts as a tutor session. */
  readonly isTutor: boolean;
  /** The passage that is highlighted in the lesson. */
  readonly lit: string | null;
  readonly onPassage: (quote: string | null) => void;
  readonly onClose: () => void;
}

const renderText: RenderText = (text, cite) => <LessonMarkdown cite={cite}>{text}</LessonMarkdown>;

/** The mentor beside a lesson or over it. A conversation started here is listed with the others. */
export default function MentorColumn({ userId, about, knows, isSheet, isTutor, lit, onPassage, onClose }: MentorColumnProps) {
  const [sessionId, setSessionId] = useState<string>();
  const [round, setRound] = useState({ number: 0, isTutor });
  const [height, setHeight] = useState<'half' | 'whole'>('half');
  const keep = useKeptAnswers({ userId, courseId: about.courseId, lessonId: about.lessonId });
  const root = useRef<HTMLDivElement>(null);
  const { passage } = about;
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) root.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [passage]);
  return (
    <MentorPanel knows={knows} sheet={isSheet ? height : null} onSheet={setHeight} sessionId={sessionId} onClose={onClose}>
      <div ref={root} style={{ display: 'contents' }}>
        <MentorChat
          key={round.number}
          size={!isSheet ? 'companion' : height === 'half' ? 'half-sheet' : 'sheet'}
          isTutor={round.isTutor}
          onAgain={() => {
            setSessionId(undefined);
            setRound(({ number }) => ({ number: number + 1, isTutor: true }));
          }}
          userId={userId}
          sessionId={sessionId}
          onSession={setSessionId}
          about={about}
          renderText={renderText}
          lit={lit}
          onKeep={keep}
          onPassage={(quote) => {
            // the passage is in the lesson behind the sheet
            setHeight('half');
            onPassage(quote);
          }}
        />
      </div>
    </MentorPanel>
  );
}
