import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import type { LessonText } from '#contract/operator/evaluations.contract.ts';
import { formatList, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { Quiet } from '../parts/console-table.tsx';
import type { LessonView } from './compare-section.tsx';

interface LessonColumnProps {
  readonly text: LessonText;
  readonly Lesson: LessonView;
}

/** Everything that a judging model gets of a lesson, for people: its text, citations, exercises, and questions with options and answers. */
export function LessonColumn({ text, Lesson }: LessonColumnProps) {
  return (
    <div dir="auto">
      <Typography variant="h4" component="h4" sx={{ marginBlockEnd: 1 }}>
        <FormulaText text={text.title} dir="rtl" />
      </Typography>
      <Lesson content={text.content} />
      <Part name={t('Key takeaways')} all={text.key_takeaways}>
        {(takeaway) => <FormulaText text={takeaway} dir="rtl" />}
      </Part>
      <Part name={t('Citations')} all={text.citations}>
        {({ marker, quote }) => `[${formatNumber(marker)}] ${quote}`}
      </Part>
      <Part name={t('Exercises')} all={text.exercises}>
        {({ title, instructions }) => (
          <>
            <b>{title}</b> <Lesson content={instructions} />
          </>
        )}
      </Part>
      <Part name={t('Questions')} all={text.questions}>
        {(question) => <JudgedQuestion question={question} />}
      </Part>
    </div>
  );
}

interface PartProps<T> {
  readonly name: string;
  readonly all: readonly T[];
  readonly children: (one: T) => ReactNode;
}

function Part<T>({ name, all, children }: PartProps<T>) {
  if (all.length === 0) return null;
  return (
    <>
      <Typography variant="subtitle2" component="h5" sx={{ marginBlockStart: 2 }}>
        {name} ({formatNumber(all.length)})
      </Typography>
      <ol>
        {all.map((one, place) => (
          <li key={place}>{children(one)}</li>
        ))}
      </ol>
    </>
  );
}

/** A question, including what learners see only after answering. */
function JudgedQuestion({ question: one }: { readonly question: LessonText['questions'][number] }) {
  return (
    <>
      <FormulaText text={one.question} dir="rtl" />
      {one.options.length > 0 && (
        <ul>
          {one.options.map((option, place) => (
            <li key={place}>
              <FormulaText text={option} dir="rtl" /> <Quiet>{one.feedback[place]}</Quiet>
            </li>
          ))}
        </ul>
      )}
      {one.right_options.length > 0 && (
        <div>
          <b>{t('Key:')}</b> <FormulaText text={formatList(one.right_options)} dir="rtl" />
        </div>
      )}
      {one.rubric.length > 0 && (
        <div>
          <b>{t('A full answer:')}</b> {formatList(one.rubric)}
        </div>
      )}
      <Quiet>
        <FormulaText text={one.explanation} dir="rtl" />
      </Quiet>
    </>
  );
}
