import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { deleteLocation, rateLocation, STARS, type StudyLocation } from '#contract/places/places.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { directionsTo, distanceWord, listWord, ratingWord, sampleWord } from './place-words.ts';
import { Note } from './note.tsx';
import { placesKey } from './places-queries.ts';

/** LOC-13: the details of a study place, directions, and the reader's rating. */
export function LocationCard({ userId, location }: { readonly userId: string; readonly location: StudyLocation }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const params = { location_id: location.location_id };
  const onSettled = () => cache.invalidateQueries({ queryKey: placesKey(userId) });
  const onError = (error: Error) => toast('error', errorText(error, t('That did not work. Please try again.')));
  const rate = useAction({ mutationFn: (stars: number) => call(rateLocation, { params, body: { stars } }), onSettled, onError });
  const remove = useAction({
    mutationFn: () => call(deleteLocation, { params }),
    onSettled: () => {
      setAsking(false);
      return onSettled();
    },
    onError,
  });
  return (
    <>
      <Note>
        {listWord(location.type)} · {ratingWord(location)}
        {location.distance_km !== null && ` · ${distanceWord(location.distance_km)}`}
        {location.is_sample && ` · ${sampleWord()}`}
      </Note>
      <Note dir="auto">{location.address}</Note>
      <Note>
        {t('Hours')}: <span dir="auto">{listWord(location.hours)}</span>
      </Note>
      {location.amenities.length > 0 && <Note>{formatList(location.amenities.map(listWord))}</Note>}
      {location.description && (
        <p dir="auto" style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {location.description}
        </p>
      )}
      <ActionRow>
        {!location.is_sample && (
          <Button
            component="a"
            nativeButton={false}
            role={undefined}
            variant="contained"
            size="small"
            href={directionsTo(location.address)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('Get Directions')}
          </Button>
        )}
        {location.is_mine ? (
          <Button color="inherit" size="small" onClick={() => setAsking(true)}>
            {t('Delete')}
          </Button>
        ) : (
          <>
            <SelectField
              label={t('Your rating')}
              value={String(location.my_rating ?? '')}
              onChange={(event) => event.target.value && rate.mutate(Number(event.target.value))}
              options={[
                { value: '', label: t('Not rated yet') },
                ...STARS.map((stars) => ({ value: String(stars), label: t('{n} of 5', { n: stars }) })),
              ]}
            />
            <ReportButton type="place" id={location.location_id} about={location.name} />
          </>
        )}
        {isAsking && (
          <ConfirmDialog
            title={t('Delete this study spot?')}
            act={t('Delete')}
            keep={t('Keep')}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate()}
            onClose={() => setAsking(false)}
          >
            <p>{t('Its ratings go with it. This cannot be undone.')}</p>
          </ConfirmDialog>
        )}
      </ActionRow>
    </>
  );
}
