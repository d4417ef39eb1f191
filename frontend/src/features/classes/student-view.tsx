import { TEACHERS_SEE } from '#contract/classes/assignments.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ClassQuestions } from './class-questions.tsx';
import { OwnAssignments } from './own-assignments.tsx';

interface StudentViewProps {
  readonly userId: string;
  readonly classId: string;
  readonly onStarted: (courseId: string) => void;
}

/** The data that a teacher sees, in words. Functions, because the language must be known first. */
const SEEN: Readonly<Record<(typeof TEACHERS_SEE)[number], () => string>> = {
  name: () => t('your name and address, and since when you are in the class'),
  lessons: () =>
    t('which assignments you have started, are late with or have completed, when, and how many of their lessons you have done'),
  answers: () =>
    t(
      'how many of their questions you answered correctly the first time and, once five people have answered, which questions most people get wrong',
    ),
  last_active: () => t('when you last worked on them'),
  questions: () => t('the questions you ask here'),
  marks: () => t('your marks and their reasons, which only you and the teachers see, not the administrators'),
  tokens: () => t('how many of the organisation’s tokens you have spent this month'),
};

/** A class as its student sees it. */
export function StudentView({ userId, classId, onStarted }: StudentViewProps) {
  return (
    <>
      <RuledSection title={t('Assigned to you')}>
        <OwnAssignments
          userId={userId}
          classId={classId}
          onStarted={onStarted}
          empty={
            <EmptyState subject="courses" title={t('Nothing is assigned yet')}>
              {t('Your assignments appear here with their due dates.')}
            </EmptyState>
          }
        />
      </RuledSection>
      <ClassQuestions userId={userId} classId={classId} mayAnswer={false} />
      <RuledSection title={t('What your teachers see')}>
        <p>{t('The teachers of this class and your organisation’s administrators can see, for your assignments:')}</p>
        <ul>
          {TEACHERS_SEE.map((one) => (
            <li key={one}>{SEEN[one]()}</li>
          ))}
        </ul>
        <p>{t('They cannot see your other courses, your notes or your questions to the mentor.')}</p>
      </RuledSection>
    </>
  );
}
