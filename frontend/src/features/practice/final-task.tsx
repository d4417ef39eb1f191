import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { FinalTask as FinalTaskText } from '#contract/courses/course-plan.contract.ts';
import { FINAL_TASK_LENGTH } from '#contract/practice/final-task.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LessonMarkdown } from '#frontend/ui/markdown/lesson-markdown.tsx';
import { PointList } from '#frontend/ui/point-list.tsx';
import { GradedText } from './words-question.tsx';
import { useFinalTask } from './words-queries.ts';

interface FinalTaskProps {
  readonly userId: string;
  readonly courseId: string;
  /** In the language in which the course is shown. */
  readonly task: FinalTaskText;
  readonly language: TextLanguage;
}

/** What a course ends in: a task on a case that no lesson has, handed in as a text and graded by its points. Nothing until it can be answered. */
export function FinalTask({ userId, courseId, task, language }: FinalTaskProps) {
  const { isOpen, isPassed, words } = useFinalTask({ userId, courseId }, language.lang);
  if (!isOpen) return null;
  return (
    <SectionCard title={t('Final task')}>
      <Stack sx={{ alignItems: 'flex-start', gap: 2, '& > div': { width: '100%' } }}>
        {isPassed && <Chip color="success" variant="outlined" size="small" label={t('Passed')} />}
        <Typography variant="h3" component="h3" {...language}>
          <FormulaText text={task.title} dir={language.dir} />
        </Typography>
        <LessonMarkdown {...language}>{task.task}</LessonMarkdown>
        <Typography sx={{ fontWeight: 600 }}>{t('A good result has:')}</Typography>
        <PointList points={task.points} language={language} />
        {!isPassed && (
          <Typography variant="body2" color="textSecondary">
            {t('Once your answer has most of these points, you see an example of a good result.')}
          </Typography>
        )}
        <GradedText words={words} maxLength={FINAL_TASK_LENGTH} minRows={8} language={language} />
      </Stack>
    </SectionCard>
  );
}
