import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Position } from '#contract/places/grid.ts';
import { eventsQuery, learnersQuery, standingQuery } from '#frontend/features/places/places-queries.ts';
import { distanceWord } from '#frontend/features/places/place-words.ts';
import { refusalWords } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';

/** Maximum learners and maximum events in the preview (COM-01). */
const SHOWN = 3;
/** Nearby learners and events, three of each, if the user shares a location; otherwise why it is off. */
export function NearbyPreview({ userId }: { readonly userId: string }) {
  const { data: standing } = useQuery(standingQuery(userId));
  const position = standing?.sharing?.position ?? null;
  return (
    <RuledSection title={t('Nearby')} aside={<TextLink to="/community/nearby">{t('See everything nearby')}</TextLink>}>
      {standing?.location ? (
        <p>
          {standing.location === 'age.unknown'
            ? t('Enter your year of birth on the map to see who is learning nearby.')
            : `${t('Location is off')}: ${refusalWords(standing.location)}`}
        </p>
      ) : position === null ? (
        <p>{t('Turn on your location to see learners and events near you. It is off by default.')}</p>
      ) : (
        <Found userId={userId} position={position} />
      )}
    </RuledSection>
  );
}

function Found({ userId, position }: { readonly userId: string; readonly position: Position }) {
  const learners = useQuery(learnersQuery(userId, position)).data?.nearby_learners ?? [];
  const events = useQuery(eventsQuery(userId, position)).data?.local_events ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' }, paddingBlockStart: 1.5 }}>
      <section>
        <Typography variant="h3">{t('Nearby learners')}</Typography>
        {learners.length === 0 ? (
          <p>{t('No one nearby is sharing their location.')}</p>
        ) : (
          <EntryList>
            {learners.slice(0, SHOWN).map(({ user_id: id, name, distance_km: km }) => (
              <Entry key={id} picture={<Face name={name} userId={id} />} title={<bdi>{name}</bdi>} lines={[distanceWord(km)]} />
            ))}
          </EntryList>
        )}
      </section>
      <section>
        <Typography variant="h3">{t('Local events')}</Typography>
        {events.length === 0 ? (
          <p>{t('No events nearby.')}</p>
        ) : (
          <EntryList>
            {events.slice(0, SHOWN).map(({ event_id: id, title }) => (
              <Entry
                key={id}
                title={
                  <TextLink dir="auto" to="/community/nearby" search={{ show: 'events', event: id }}>
                    {title}
                  </TextLink>
                }
              />
            ))}
          </EntryList>
        )}
      </section>
    </Box>
  );
}
