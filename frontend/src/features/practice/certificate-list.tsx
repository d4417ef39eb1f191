import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { listCertificates } from '#contract/practice/certificate.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { newLessonsText } from '#frontend/lib/courses/course-words.ts';
import { t } from '#frontend/lib/text.ts';
import { ByAge } from '#frontend/ui/age/age-note.tsx';
import { CertificateSheet } from '#frontend/ui/certificate-sheet.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { ShelfSkeleton } from '#frontend/ui/states/skeletons.tsx';

/** A sheet is wider than a course's card. */
const SHEETS = {
  '&&': { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))' },
  '& > li': { display: 'grid' },
} as const;

interface CertificateListProps {
  readonly userId: string;
  /** A link to where the first certificate can be earned: the next lesson. */
  readonly way?: ReactNode;
}

/** All certificates of a learner, newest first; each links to its public page. */
export function CertificateList({ userId, way }: CertificateListProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['certificates', userId, 'all'],
    queryFn: async ({ signal }) => (await call(listCertificates, { query: {}, signal })).certificates,
  });
  if (!data) {
    if (error) return <ErrorState title={t('Your certificates could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <ShelfSkeleton label={t('Loading your certificates')} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState subject="certificates" title={t('No certificates yet')} actions={way}>
        {t('Complete every lesson in a course to get its certificate.')}
      </EmptyState>
    );
  }
  return (
    <>
      <ByAge userId={userId} rule="secret_address" isMade />
      <ShelfGrid sx={SHEETS}>
        {data.map((certificate) => (
          <li key={certificate.id}>
            <CertificateSheet
              heading="h2"
              holder={certificate.holder_name}
              title={certificate.course_title}
              to={`/certificates/${certificate.id}`}
              isRevoked={certificate.revoked_at !== null}
              facts={
                <>
                  {certificate.revoked_at === null
                    ? t('Completed on {date} · {n, plural, one {# lesson} other {# lessons}}', {
                        date: formatDate(certificate.completed_at),
                        n: certificate.lesson_count,
                      })
                    : t('Revoked')}
                  {certificate.course_id !== null && certificate.new_lessons > 0 && (
                    <Box sx={{ position: 'relative', width: 'fit-content', zIndex: 1 }}>
                      <TextLink to="/courses/$courseId" params={{ courseId: certificate.course_id }}>
                        {newLessonsText(certificate.new_lessons)}
                      </TextLink>
                    </Box>
                  )}
                </>
              }
            />
          </li>
        ))}
      </ShelfGrid>
    </>
  );
}
