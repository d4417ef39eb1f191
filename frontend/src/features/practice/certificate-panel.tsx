import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  getCertificate,
  getCredential,
  issueCertificate,
  listCertificates,
  revokeCertificate,
} from '#contract/practice/certificate.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ByAge } from '#frontend/ui/age/age-note.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { CertificateSeal } from '#frontend/ui/certificate-seal.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';

export const certificateOf = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: ['certificates', userId, courseId],
    queryFn: async ({ signal }) => (await call(listCertificates, { query: { course_id: courseId }, signal })).certificates[0] ?? null,
  });

export const oneCertificate = (id: string) =>
  queryOptions({
    queryKey: ['certificate', id],
    queryFn: async ({ signal }) => (await call(getCertificate, { params: { certificate_id: id }, signal })).certificate,
  });

/** Downloads a certificate as an Open Badges credential. */
export function useCredential(id: string) {
  const failed = t('The credential could not be downloaded.');
  return useAction({
    mutationFn: () => call(getCredential, { params: { certificate_id: id }, fallback: failed }),
    onSuccess: ({ credential }) => saveFile(new Blob([credential], { type: 'application/vc+jwt' }), `certificate-${id}.jwt`),
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
}

interface CertificateMarkProps {
  readonly userId: string;
  readonly courseId: string;
  /** In percent. */
  readonly progress: number;
  /** Number of missing lessons that prevent the certificate. */
  readonly missing: number;
}

/** In the head of a course: its seal, the remaining distance, and the link to the certificate. */
export function CertificateMark({ userId, courseId, progress, missing }: CertificateMarkProps) {
  const { data } = useQuery({ ...certificateOf(userId, courseId), enabled: missing === 0 });
  const isIssued = data != null && data.revoked_at === null;
  return (
    <Stack
      sx={{ alignItems: 'center', gap: 0.5, paddingInline: 4, borderInlineStart: '1px solid', borderColor: 'divider', textAlign: 'center' }}
    >
      <CertificateSeal progress={missing === 0 ? 100 : Math.min(99, progress)} />
      <Typography variant="subtitle2" sx={{ marginBlockStart: 1 }}>
        {isIssued ? (
          <TextLink to="/certificates/$certificateId" params={{ certificateId: data.id }}>
            {t('Certificate')}
          </TextLink>
        ) : (
          t('Certificate')
        )}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {missing > 0
          ? t('{n, plural, one {# lesson to go} other {# lessons to go}}', { n: missing })
          : isIssued
            ? formatDate(data.issued_at)
            : t('ready')}
      </Typography>
    </Stack>
  );
}

interface CertificatePanelProps {
  readonly userId: string;
  readonly courseId: string;
  /** Number of lessons added since the learner had completed all. */
  readonly newLessons?: number;
}

/** The certificate of a completed course: request it with a chosen name, view it, withdraw it. It remains valid when lessons are added. */
export function CertificatePanel({ userId, courseId, newLessons = 0 }: CertificatePanelProps) {
  const { first_name: first, last_name: last } = useUser();
  const cache = useQueryClient();
  const { data } = useQuery(certificateOf(userId, courseId));
  const [name, setName] = useState(`${first} ${last}`.trim());
  const [isRevoking, setRevoking] = useState(false);
  const failed = t('The certificate could not be issued.');
  const options = {
    onSuccess: () => cache.invalidateQueries({ queryKey: ['certificates', userId] }),
    onError: (error: Error) => toast('error', errorText(error, failed)),
  };
  const issue = useAction({
    mutationFn: () => call(issueCertificate, { params: { course_id: courseId }, body: { holder_name: name }, fallback: failed }),
    ...options,
  });
  const revoke = useAction({
    mutationFn: (id: string) =>
      call(revokeCertificate, { params: { certificate_id: id }, fallback: t('The certificate could not be revoked.') }),
    ...options,
  });
  if (data === undefined) return null;
  return (
    <SectionCard title={t('Certificate')}>
      <Stack sx={{ gap: 2, maxWidth: '28rem' }}>
        {data === null && newLessons > 0 ? (
          <Typography>
            {t(
              '{n, plural, one {# lesson was} other {# lessons were}} added after you completed this course. Complete the new lessons to get the certificate.',
              { n: newLessons },
            )}
          </Typography>
        ) : data === null ? (
          <Stack
            component="form"
            sx={{ gap: 2, alignItems: 'flex-start', '& > div': { width: '100%' } }}
            onSubmit={(event) => {
              event.preventDefault();
              issue.mutate();
            }}
          >
            <Typography>
              {t('You have completed this course. A certificate has a public page that anyone with its link can read.')}
            </Typography>
            <ByAge userId={userId} rule="secret_address">
              <TextField
                label={t('Name on the certificate')}
                maxLength={120}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <Button type="submit" variant="contained" aria-busy={issue.isPending} disabled={name.trim() === ''}>
                {t('Issue certificate')}
              </Button>
            </ByAge>
          </Stack>
        ) : data.revoked_at !== null ? (
          <Typography>{t('The certificate of this course was revoked on {date}.', { date: formatDate(data.revoked_at) })}</Typography>
        ) : (
          <>
            <Typography>{t('Issued to {name} on {date}.', { name: data.holder_name, date: formatDate(data.issued_at) })}</Typography>
            {newLessons > 0 && (
              <Typography>
                {t('It covers the {n, plural, one {# lesson} other {# lessons}} the course had that day.', { n: data.lesson_count })}{' '}
                {t('{n, plural, one {# lesson was} other {# lessons were}} added since.', { n: newLessons })}
              </Typography>
            )}
            <ActionRow>
              <ByAge userId={userId} rule="secret_address" isMade>
                <LinkButton to="/certificates/$certificateId" params={{ certificateId: data.id }} variant="contained">
                  {t('Open certificate')}
                </LinkButton>
              </ByAge>
              <Button color="error" aria-haspopup="dialog" onClick={() => setRevoking(true)}>
                {t('Revoke for good')}
              </Button>
            </ActionRow>
            {isRevoking && (
              <ConfirmDialog
                title={t('Revoke this certificate?')}
                act={t('Revoke for good')}
                isPending={revoke.isPending}
                onConfirm={() => revoke.mutate(data.id)}
                onClose={() => setRevoking(false)}
              >
                <p>{t('Its public page will say that it was revoked. No other certificate is issued for this course.')}</p>
              </ConfirmDialog>
            )}
          </>
        )}
      </Stack>
    </SectionCard>
  );
}
