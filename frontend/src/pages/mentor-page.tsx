import { useState } from 'react';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { lessonAt } from '#frontend/features/courses/lesson/lesson-path.ts';
import { LessonMarkdown } from '#frontend/features/courses/markdown/lesson-markdown.tsx';
import { MentorChat } from '#frontend/features/mentor/mentor-chat.tsx';
import { lessonNumber } from '#frontend/features/mentor/mentor-words.ts';
import { SessionList } from '#frontend/features/mentor/session-list.tsx';
import { readAskedPassage } from '#frontend/features/mentor/asked-passage.ts';
import { useOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';

/** From this width on, the list of conversations is shown beside the open one. */
const BESIDE = '(min-width: 1024px)';

const renderText = (text: string) => <LessonMarkdown>{text}</LessonMarkdown>;

/** The AI Mentor: the list of conversations, and the open one, whose id is in the URL. */
export default function MentorPage() {
  const { user_id: userId } = useUser();
  const { session: sessionId, q = '' } = useSearch({ from: '/app/mentor' });
  const navigate = useNavigate({ from: '/mentor' });
  const about = useOpenLesson(userId);
  const isBeside = useMediaQuery(BESIDE, { noSsr: true });
  /** A conversation started here keeps its component when it gets its URL. */
  const [begun, setBegun] = useState({ id: '', key: 'new 0', count: 0 });
  const key = sessionId === undefined || sessionId === begun.id ? begun.key : sessionId;
  const startNew = () => {
    setBegun(({ count }) => ({ id: '', key: `new ${count + 1}`, count: count + 1 }));
    void navigate({ search: (old) => ({ ...old, session: undefined }) });
  };
  const list = (
    <SessionList
      userId={userId}
      current={sessionId}
      query={q}
      onQuery={(text) => void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true })}
      onNew={startNew}
    />
  );
  return (
    <ShelfFrame title={t('AI Mentor')} subtitle={t('Ask about what you are learning. Four AI services, each with its own style.')}>
      <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: isBeside ? '18rem minmax(0, 1fr)' : 'minmax(0, 1fr)' }}>
        {isBeside ? (
          <Card component="div" sx={{ padding: 2 }}>
            {list}
          </Card>
        ) : (
          <Accordion>
            <AccordionSummary expandIcon={<ExpandMoreIcon aria-hidden />}>{t('Conversations')}</AccordionSummary>
            <AccordionDetails>{list}</AccordionDetails>
          </Accordion>
        )}
        <MentorChat
          key={key}
          userId={userId}
          sessionId={sessionId}
          onSession={(id) => {
            setBegun((old) => ({ ...old, id }));
            void navigate({ search: (old) => ({ ...old, session: id }), replace: true });
          }}
          about={about}
          renderText={renderText}
        />
      </Box>
    </ShelfFrame>
  );
}

/** The lesson open in this tab, with the passage the user asks about. */
function useOpenLesson(userId: string) {
  const open = useOpenCourse();
  const { data: course } = useQuery({ ...oneCourse(userId, open?.courseId ?? ''), enabled: open !== null });
  const [asked] = useState(readAskedPassage);
  const lesson = open && course && lessonAt(course, open);
  if (!open || !course || !lesson) return null;
  return {
    courseId: course.course_id,
    lessonId: lesson.lesson_id,
    passage: asked?.lessonId === lesson.lesson_id ? asked.quote : null,
    words: t('Knows lesson {number}: {title}', { number: lessonNumber(open), title: lesson.title }),
  };
}
