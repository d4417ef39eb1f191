import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { oneCertificate, useCredential } from '#frontend/features/practice/certificate-panel.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { useHeadingFocus } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CertificateSheet } from '#frontend/ui/certificate-sheet.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** A certificate as seen by anyone who has its URL. */
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
          subject="missing"
          title={t('Certificate not found')}
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
          {data.revoked_at !== null && (
            <Alert severity="error" sx={{ marginBlockStart: 2 }}>
              {t('This certificate was revoked on {date}. It is not valid.', { date: formatDate(data.revoked_at) })}
            </Alert>
          )}
          <Box sx={{ maxWidth: 860, marginBlock: 3 }}>
            <CertificateSheet
              holder={data.holder_name}
              title={data.course_title}
              isRevoked={data.revoked_at !== null}
              facts={
                <MetaLine
                  facts={[
                    t('Completed on {date} · {n, plural, one {# lesson} other {# lessons}}', {
                      date: formatDate(data.completed_at),
                      n: data.lesson_count,
                    }),
                    data.course_version !== null && t('version {n} of the course', { n: data.course_version }),
                  ]}
                />
              }
              note={
                <>
                  {t('It certifies only that every lesson was marked as completed.')}{' '}
                  {t('Issued by {product} on {date}, number {id}', {
                    product: PRODUCT,
                    date: formatDate(data.issued_at),
                    id: data.id.slice(0, 8).toUpperCase(),
                  })}
                </>
              }
            />
          </Box>
          {data.revoked_at === null && (
            <ActionRow sx={{ displayPrint: 'none' }}>
              <ShareButton title={data.course_title} />
              <Button variant="outlined" color="inherit" onClick={() => window.print()}>
                {t('Print or save as PDF')}
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

/** Shares the page's address: with the device's share dialog, or else through the clipboard. */
function ShareButton({ title }: { readonly title: string }) {
  const share = async () => {
    const url = location.href;
    try {
      if ('share' in navigator) await navigator.share({ title, url });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        toast('success', t('Copied'));
      }
    } catch (error) {
      // a user who closes the share dialog has changed their mind
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast('error', t('This browser does not let the page copy.'));
    }
  };
  return (
    <Button variant="contained" onClick={() => void share()}>
      {t('Share')}
    </Button>
  );
}
