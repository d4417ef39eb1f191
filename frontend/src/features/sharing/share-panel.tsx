import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { shareCourse, unshareCourse, type CourseShare } from '#contract/sharing/sharing.contract.ts';
import { useCopied } from '#frontend/ui/markdown/use-copied.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { courseShare } from './share-queries.ts';

interface SharePanelProps {
  readonly userId: string;
  readonly courseId: string;
}

/** The link with which others can read a course: create, copy, revoke. */
export function SharePanel({ userId, courseId }: SharePanelProps) {
  const cache = useQueryClient();
  const share = courseShare(userId, courseId);
  const { data } = useQuery(share);
  const { isCopied, copy } = useCopied();
  const keep = (next: CourseShare): void => void cache.setQueryData(share.queryKey, next);
  const params = { course_id: courseId };
  const make = useAction({ mutationFn: () => call(shareCourse, { params }), onSuccess: keep });
  const [isRefused, setRefused] = useState(false);
  const refusal = useAgeRefusal(userId, 'chat_with_strangers');
  const [isEnding, setEnding] = useState(false);
  const end = useAction({
    mutationFn: () => call(unshareCourse, { params }),
    onSuccess: (next) => {
      keep(next);
      setEnding(false);
    },
  });
  if (!data) return null;
  const address = data.path === null ? null : new URL(data.path, location.origin).href;
  return (
    <RuledSection title={t('Share link')} aside={address !== null && t('since {date}', { date: formatDate(data.shared_at ?? '') })}>
      <SectionBody>
        <Typography color="textSecondary">
          {address === null
            ? t('Anyone with the link can read this course, without an account. Search engines do not list it.')
            : t('Anyone with this link can read the course as it is now. They see your public name, but not your progress or your notes.')}
        </Typography>
        {address !== null && (
          <Box dir="ltr" sx={{ width: '100%' }}>
            <TextField label={t('Link to the course')} readOnly value={address} />
          </Box>
        )}
        <FormMessage message={make.error ? { kind: 'error', text: errorText(make.error, t('The link could not be changed.')) } : null} />
        {address === null && isRefused && refusal !== null && <AgeReason refusal={refusal} />}
        {address === null ? (
          <Button
            variant="outlined"
            color="inherit"
            aria-busy={make.isPending}
            onClick={() => (refusal === null ? make.mutate() : setRefused(true))}
          >
            {t('Create a link')}
          </Button>
        ) : (
          <ActionRow>
            <Button variant="outlined" color="inherit" onClick={() => copy(address)}>
              {isCopied ? t('Copied') : t('Copy the link')}
            </Button>
            <Button color="error" onClick={() => setEnding(true)}>
              {t('Withdraw the link')}
            </Button>
          </ActionRow>
        )}
      </SectionBody>
      {isEnding && (
        <ConfirmDialog
          title={t('Withdraw the link')}
          act={t('Withdraw the link')}
          isPending={end.isPending}
          error={end.error && errorText(end.error, t('The link could not be changed.'))}
          onConfirm={() => end.mutate()}
          onClose={() => setEnding(false)}
        >
          <p>{t('The link stops working now. A new link will have a different address.')}</p>
        </ConfirmDialog>
      )}
    </RuledSection>
  );
}
