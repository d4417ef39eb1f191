import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { posts } from '../community-queries.ts';
import { NewPostDialog } from './new-post-dialog.tsx';

interface LessonDiscussionsProps {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly title: string;
  readonly onCreated: (postId: string) => void;
}

/** Forum discussions about a lesson among everybody who has it, and a button to start one. */
export default function LessonDiscussions({ userId, courseId, lessonId, title, onCreated }: LessonDiscussionsProps) {
  const [isWriting, setWriting] = useState(false);
  const found = useInfiniteQuery(posts(userId, { lessonId })).data?.pages[0]?.posts ?? [];
  return (
    <RuledSection title={t('Discussions about this lesson')} isInner>
      <SectionBody>
        {found.slice(0, 5).map((post) => (
          <TextLink key={post.post_id} dir="auto" to="/community/discussions/$postId" params={{ postId: post.post_id }}>
            <FormulaText text={post.title} dir="rtl" />
          </TextLink>
        ))}
        <Button size="small" variant="outlined" color="inherit" onClick={() => setWriting(true)}>
          {t('Discuss this lesson')}
        </Button>
      </SectionBody>
      {isWriting && (
        <NewPostDialog
          userId={userId}
          lesson={{ course_id: courseId, lesson_id: lessonId, title }}
          onClose={() => setWriting(false)}
          onCreated={onCreated}
        />
      )}
    </RuledSection>
  );
}
