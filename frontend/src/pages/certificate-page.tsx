import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useParams } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { oneCertificate, useCredential } from '#frontend/features/practice/certificate-panel.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { useHeadingFocus } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CertificateSeal } from '#frontend/ui/certificate-seal.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const Sheet = styled('article')(({ theme }) => ({
  display: 'grid',
  gap: 'clamp(20px, 4vw, 48px)',
  alignItems: 'center',
  marginBlock: 24,
  padding: 'clamp(20px, 5vw, 56px)',
  backgroundColor: theme.vars.palette.background.paper,
  // a sheet of the notebook with its rule in the margin
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  borderInlineStart: `6px solid ${theme.vars.palette.primary.main}`,
  borderRadius: 4,
  '&[data-revoked="true"]': { borderInlineStartColor: theme.vars.palette.error.main },
  printColorAdjust: 'exact',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 20rem' },
  '@media print': { gridTemplateColumns: 'minmax(0, 1fr) 16rem' },
  '& p': { margin: 0, overflowWrap: 'anywhere' },
  // on the edge of the cover, as on the certificate of the course's page
  '& [data-seal]': { position: 'absolute', insetBlockEnd: -20, insetInlineEnd: 16 },
}));
/** A certificate as anyone with its URL sees it. */
export default function CertificatePage() {
  const { certificateId } = useParams({ from: '/certificates/$certificateId' });
  const { data, error, refetch } = useQuery(oneCertificate(certificateId));
  const credential = useCredential(certificateId);
  const heading = useHeadingFocus();
  useEffect(() => {
    document.title = `${t('Certificate')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame>
      <Typography variant="h1" ref={heading} tabIndex={-1}>
        {t('Certificate')}
      </Typography>
      {!data && isNotFound(error) && (
        <EmptyState
          title={t('There is no such certificate')}
          actions={
            <LinkButton to="/" variant="contained">
              {t('Go to {product}', { product: PRODUCT })}
            </LinkButton>
          }
        >
          {t('Check that its address is complete.')}
        </EmptyState>
      )}
      {!data && error && !isNotFound(error) && (
        <ErrorState title={t('The certificate could not be loaded')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingState label={t('Loading the certificate')} rows={6} />}
      {data && (
        <>
          <Sheet data-revoked={data.revoked_at !== null}>
            <Stack sx={{ gap: 2 }}>
              {data.revoked_at !== null && (
                <Alert severity="error">
                  {t('This certificate was revoked on {date}. It is not valid.', { date: formatDate(data.revoked_at) })}
                </Alert>
              )}
              <Typography variant="h1" component="p">
                <bdi>{data.holder_name}</bdi>
              </Typography>
              <p>{t('has completed the course')}</p>
              <Typography variant="h2" component="p">
                <bdi>
                  <FormulaText text={data.course_title} dir="rtl" />
                </bdi>
              </Typography>
              <p>
                {[
                  t('Completed on {date} · {n, plural, one {# lesson} other {# lessons}}', {
                    date: formatDate(data.completed_at),
                    n: data.lesson_count,
                  }),
                  data.course_version !== null && t('version {n} of the course', { n: data.course_version }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <Typography variant="body2" color="textSecondary">
                {t('It certifies only that every lesson was marked as completed. No examination was taken.')}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {t('Issued by {product} on {date}, number {id}', {
                  product: PRODUCT,
                  date: formatDate(data.issued_at),
                  id: data.id.slice(0, 8).toUpperCase(),
                })}
              </Typography>
            </Stack>
            <Box sx={{ position: 'relative' }}>
              <CourseCover title={data.course_title} />
              {data.revoked_at === null && (
                <span data-seal="">
                  <CertificateSeal progress={100} size={72} />
                </span>
              )}
            </Box>
          </Sheet>
          {data.revoked_at === null && (
            <ActionRow sx={{ displayPrint: 'none' }}>
              <Button variant="outlined" color="inherit" onClick={() => window.print()}>
                {t('Print')}
              </Button>
              <Button variant="outlined" color="inherit" aria-busy={credential.isPending} onClick={() => credential.mutate()}>
                {t('Download as Open Badge')}
              </Button>
            </ActionRow>
          )}
        </>
      )}
    </PublicFrame>
  );
}
