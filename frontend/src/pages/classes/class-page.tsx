import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import type { Class } from '#contract/classes/classes.contract.ts';
import { ClassOverview } from '#frontend/features/classes/class-overview.tsx';
import { ClassPeople } from '#frontend/features/classes/class-people.tsx';
import { ClassQuestions } from '#frontend/features/classes/class-questions.tsx';
import { oneClass } from '#frontend/features/classes/class-queries.ts';
import { ClassReport } from '#frontend/features/classes/class-report.tsx';
import { termWords } from '#frontend/features/classes/classes-view.tsx';
import { StudentView } from '#frontend/features/classes/student-view.tsx';
import { formatList } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** A class: for its teachers an overview, the progress, the people and the questions; for a student their own part. */
export default function ClassPage() {
  const { user_id: userId } = useUser();
  const { classId, part } = useParams({ strict: false }) as { classId: string; part?: string };
  const { data, error, refetch } = useQuery(oneClass(userId, classId));
  const navigate = useNavigate();
  if (!data) {
    return (
      <DeskFrame title={t('Class')}>
        {error ? (
          <ErrorState title={t('The class could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the class')} rows={6} />
        )}
      </DeskFrame>
    );
  }
  const { class: group } = data;
  if (group.my_role === 'student') {
    return (
      <DeskFrame
        title={group.name}
        language={{ dir: 'auto' }}
        subtitle={
          <>
            {group.teachers.length > 0 && <>{t('Taught by {names}', { names: formatList(group.teachers) })} · </>}
            <AllClasses />
          </>
        }
      >
        <StudentView
          userId={userId}
          classId={classId}
          onStarted={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId } })}
        />
      </DeskFrame>
    );
  }
  return (
    <DeskFrame
      title={group.name}
      language={{ dir: 'auto' }}
      subtitle={
        <>
          {termWords(group) !== '' && `${termWords(group)} · `}
          <AllClasses />
        </>
      }
      tabs={<ClassTabs group={group} part={part} />}
    >
      {group.archived && <Alert severity="info">{t('This class has ended: nothing more is assigned or due. Past work stays here.')}</Alert>}
      <ClassPart userId={userId} group={group} part={part} />
    </DeskFrame>
  );
}

const AllClasses = () => <TextLink to="/classes">{t('Your classes')}</TextLink>;

function ClassTabs({ group, part }: { readonly group: Class; readonly part: string | undefined }) {
  const address = `/classes/${encodeURIComponent(group.class_id)}`;
  const tabs = [
    { to: address, caption: t('Overview') },
    { to: `${address}/report`, caption: t('Progress') },
    { to: `${address}/people`, caption: t('People') },
    { to: `${address}/questions`, caption: t('Questions') },
  ];
  return <FrameTabs label={t('Class')} tabs={tabs} current={part === undefined ? address : `${address}/${part}`} />;
}

function ClassPart({ userId, group, part }: { readonly userId: string; readonly group: Class; readonly part: string | undefined }) {
  const { assign: taskId } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (part === 'report') return <ClassReport userId={userId} group={group} />;
  if (part === 'people') return <ClassPeople userId={userId} group={group} />;
  if (part === 'questions') return <ClassQuestions userId={userId} classId={group.class_id} mayAnswer />;
  const { class_id: classId } = group;
  return (
    <ClassOverview
      userId={userId}
      group={group}
      taskId={taskId}
      onAssigned={() => void navigate({ to: '/classes/$classId', params: { classId }, replace: true })}
      onCopied={(copyId) => void navigate({ to: '/classes/$classId', params: { classId: copyId } })}
    />
  );
}
