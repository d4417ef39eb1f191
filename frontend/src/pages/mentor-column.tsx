import { useEffect, useRef, useState } from 'react';
import { LessonMarkdown } from '#frontend/features/courses/markdown/lesson-markdown.tsx';
import { MentorChat } from '#frontend/features/mentor/mentor-chat.tsx';
import type { QuestionContext } from '#frontend/features/mentor/use-mentor-chat.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { t } from '#frontend/lib/text.ts';

interface MentorColumnProps {
  readonly userId: string;
  readonly about: QuestionContext & { readonly words: string };
  /** Starts as a tutor session. */
  readonly isTutor: boolean;
}

const renderText = (text: string) => <LessonMarkdown>{text}</LessonMarkdown>;

/** The mentor in the second column of a lesson. A conversation started here is listed with the others. */
export default function MentorColumn({ userId, about, isTutor }: MentorColumnProps) {
  const [sessionId, setSessionId] = useState<string>();
  const [round, setRound] = useState({ number: 0, isTutor });
  const root = useRef<HTMLDivElement>(null);
  const { passage } = about;
  useEffect(() => root.current?.querySelector('textarea')?.focus(), [passage]);
  return (
    <div ref={root}>
      <MentorChat
        key={round.number}
        isBeside
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
      />
      <p>
        <TextLink to="/mentor" search={{ session: sessionId }}>
          {t('Open AI Mentor')}
        </TextLink>
      </p>
    </div>
  );
}
