import Stack from '@mui/material/Stack';
import { StudentQuestionsPanel } from '#frontend/features/studio/students/student-questions-panel.tsx';
import { StudentsPanel } from '#frontend/features/studio/students/students-panel.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

/** A creator's students and their questions. */
export default function StudioStudentsPage() {
  const { user_id: userId } = useUser();
  return (
    <DeskFrame title={t('Students')}>
      <Stack sx={{ gap: 2 }}>
        <StudentsPanel userId={userId} />
        <StudentQuestionsPanel userId={userId} />
      </Stack>
    </DeskFrame>
  );
}
