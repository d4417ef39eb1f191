import { useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Course } from '#contract/courses/courses.contract.ts';
import { issueCertificate } from '#contract/practice/certificate.contract.ts';
import { PRODUCT } from '#contract/product.ts';
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
import { CertificateSeal } from '#frontend/ui/certificate-seal.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { certificateOf } from './certificate-panel.tsx';
import { finalTest } from './final-test.tsx';

// paper, in every scheme
const Paper = styled('div')(({ theme }) => ({
  position: 'relative',
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 520,
  padding: 12,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.palette.shadow.soft,
  '& > div': {
    position: 'relative',
    padding: '20px 24px 28px',
    border: `2px solid ${theme.vars.palette.primary.main}`,
    outline: `1px solid ${theme.vars.palette.line.hairline}`,
    outlineOffset: -7,
  },
  '& [data-seal]': { position: 'absolute', insetInlineEnd: 20, insetBlockEnd: -14 },
}));

interface CourseCertificateProps {
  readonly userId: string;
  readonly course: Course;
}

/** The certificate of a course that has just been completed, as it is or will be, and the button that issues or opens it. */
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
  const language = languageAttributes(course.language);
  const lessons = course.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  return (
    <Stack sx={{ gap: 2, width: '100%', alignItems: 'flex-start' }}>
      <Paper role="group" aria-label={t('Certificate')}>
        <div>
          <Box sx={{ width: 96, marginBlockEnd: 2 }}>
            <CourseCover title={course.title} />
          </Box>
          <Typography variant="body2" color="textSecondary">
            {t('{product} certifies that', { product: PRODUCT })}
          </Typography>
          <Typography variant="h1" component="p">
            <bdi>{name}</bdi>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('has completed the course')}
          </Typography>
          <Typography variant="h3" component="p">
            <span {...language}>
              <FormulaText text={course.title} dir={language.dir} />
            </span>
          </Typography>
          <Typography sx={{ marginBlockStart: 1 }}>
            {[lessonsText(lessons), data && formatDate(data.issued_at)].filter(Boolean).join(' · ')}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '22rem', marginBlockStart: 2, paddingInlineEnd: 8 }}>
            {data
              ? t('Number {id}. It certifies only that every lesson was marked as completed.', { id: data.id.slice(0, 8).toUpperCase() })
              : t('It certifies only that every lesson was marked as completed. No examination was taken.')}
          </Typography>
          <span data-seal="">
            <CertificateSeal progress={100} size={72} />
          </span>
        </div>
      </Paper>
      <ByAge userId={userId} rule="secret_address" isMade={data !== null}>
        {data ? (
          <LinkButton to="/certificates/$certificateId" params={{ certificateId: data.id }} variant="contained">
            {t('Open certificate')}
          </LinkButton>
        ) : (
          // with a final test the course's page leads on
          !test.is_needed &&
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
