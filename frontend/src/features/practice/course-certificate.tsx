import { useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Course } from '#contract/courses/courses.contract.ts';
import { issueCertificate } from '#contract/practice/certificate.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ByAge } from '#frontend/ui/age/age-note.tsx';
import { CertificateSheet } from '#frontend/ui/certificate-sheet.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { certificateOf } from './certificate-panel.tsx';
import { finalTest } from './final-test.tsx';

interface CourseCertificateProps {
  readonly userId: string;
  readonly course: Course;
}

/** The certificate of a course that has just been completed, issued or as a preview, and the button that issues or opens it. */
export default function CourseCertificate({ userId, course }: CourseCertificateProps) {
  const { course_id: courseId } = course;
  const { first_name: first, last_name: last } = useUser();
  const cache = useQueryClient();
  const { data } = useQuery(certificateOf(userId, courseId));
  const { data: test } = useQuery(finalTest(userId, courseId));
  const failed = t('The certificate could not be issued.');
  const name = data?.holder_name ?? `${first} ${last}`.trim();
  const issue = useAction({
    mutationFn: () => call(issueCertificate, { params: { course_id: courseId }, body: { holder_name: name }, fallback: failed }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['certificates', userId] }),
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
  if (data === undefined || test === undefined || (data !== null && data.revoked_at !== null)) return null;
  const lessons = course.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  return (
    <Stack sx={{ gap: 2, width: '100%', alignItems: 'flex-start' }}>
      <Box role="group" aria-label={t('Certificate')} sx={{ width: '100%', maxWidth: 560 }}>
        <CertificateSheet
          holder={name}
          title={course.title}
          language={languageAttributes(course.language)}
          facts={<MetaLine facts={[lessonsText(lessons), data && formatDate(data.issued_at)]} />}
          note={
            data
              ? t('Number {id}. It certifies only that every lesson was marked as completed.', { id: data.id.slice(0, 8).toUpperCase() })
              : t('It certifies only that every lesson was marked as completed.')
          }
        />
      </Box>
      <ByAge userId={userId} rule="secret_address" isMade={data !== null}>
        {data ? (
          <LinkButton to="/certificates/$certificateId" params={{ certificateId: data.id }} variant="contained">
            {t('Open certificate')}
          </LinkButton>
        ) : (
          // with a final test, the course's page shows the next step
          !test.is_needed &&
          !test.is_task_needed &&
          name !== '' && (
            <Button variant="contained" aria-busy={issue.isPending} onClick={() => issue.mutate()}>
              {t('Issue certificate')}
            </Button>
          )
        )}
      </ByAge>
    </Stack>
  );
}
