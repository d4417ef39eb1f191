import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Position } from '#contract/places/grid.ts';
import { SHARED_DAYS, sharePlace, STATUSES, SUBJECTS_MAX, unsharePlace, type Sharing } from '#contract/places/places.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { listWord } from './place-words.ts';
import { Note } from './note.tsx';
import { placesKey } from './places-queries.ts';

interface SharingPanelProps {
  readonly userId: string;
  readonly sharing: Sharing | null;
  /** The device's position, if known. */
  readonly position: Position | null;
}

/** G48: whether others can find the user, which details they see, and a button to stop sharing. */
export function SharingPanel({ userId, sharing, position }: SharingPanelProps) {
  const cache = useQueryClient();
  const [agrees, setAgrees] = useState(sharing !== null);
  const [subjects, setSubjects] = useState(sharing?.subjects.join(', ') ?? '');
  const [status, setStatus] = useState<Sharing['status']>(sharing?.status ?? 'Available');
  const [problem, setProblem] = useState<string | null>(null);
  const onSettled = () => cache.invalidateQueries({ queryKey: placesKey(userId) });
  const onError = (error: Error) => setProblem(errorText(error, t('That did not work. Please try again.')));
  const at = position ?? sharing?.position ?? null;
  const share = useAction({
    mutationFn: (place: Position) => {
      const named = subjects.split(',').map((subject) => subject.trim());
      return call(sharePlace, { body: { consent: true, ...place, subjects: named.filter(Boolean).slice(0, SUBJECTS_MAX), status } });
    },
    onSuccess: () => setProblem(null),
    onSettled,
    onError,
  });
  const stop = useAction({ mutationFn: () => call(unsharePlace), onSuccess: () => setAgrees(false), onSettled, onError });
  const submit = () => {
    setProblem(null);
    if (!agrees) setProblem(t('Please tick the box to agree to be found.'));
    else if (at) share.mutate(at);
  };
  return (
    <RuledSection title={t('Visible nearby')} aside={sharing ? t('On since {date}', { date: formatDate(sharing.shared_at) }) : t('Off')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack sx={{ gap: 1.5, paddingBlockStart: 1.5 }}>
          <Note>
            {t(
              'Nearby learners see your name, bio, points, completed lessons and subjects, and a 500 m square around you, never your exact position. Sharing ends after {days} days, or when you stop it.',
              { days: SHARED_DAYS },
            )}
          </Note>
          <CheckField
            label={t('I agree to be visible to nearby learners.')}
            checked={agrees}
            onChange={(event) => {
              setProblem(null);
              setAgrees(event.target.checked);
            }}
            disabled={sharing !== null}
          />
          <TextField
            label={t('Subjects you study')}
            helper={t('Up to {n}, separated by commas', { n: SUBJECTS_MAX })}
            value={subjects}
            maxLength={300}
            onChange={(event) => setSubjects(event.target.value)}
          />
          <SelectField
            label={t('Status')}
            value={status}
            onChange={(event) => setStatus(STATUSES.find((one) => one === event.target.value) ?? 'Available')}
            options={STATUSES.map((value) => ({ value, label: listWord(value) }))}
          />
          <FormMessage message={problem ? { kind: 'error', text: problem } : null} />
          <ActionRow>
            <Button type="submit" variant={sharing ? 'outlined' : 'contained'} aria-busy={share.isPending} disabled={at === null}>
              {sharing ? t('Renew') : t('Share my location')}
            </Button>
            {sharing && (
              <Button
                color="inherit"
                aria-busy={stop.isPending}
                onClick={() => {
                  setProblem(null);
                  stop.mutate();
                }}
              >
                {t('Stop sharing your location')}
              </Button>
            )}
          </ActionRow>
        </Stack>
      </form>
    </RuledSection>
  );
}
