import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import type { Position } from '#contract/places/grid.ts';
import { eventsQuery, learnersQuery, standingQuery } from '#frontend/features/places/places-queries.ts';
import { refusalWords } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';

/** COM-01: number shown of each. */
const SHOWN = 3;
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '16px 32px',
  paddingBlockStart: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
  '& > section': { minWidth: 0 },
  '& h3': { ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary },
}));
const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': { paddingBlock: 10, borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`, overflowWrap: 'anywhere' },
}));

/** Nearby learners and events, three of each, once the user shares a location, or why it is off. */
export function NearbyPreview({ userId }: { readonly userId: string }) {
  const { data: standing } = useQuery(standingQuery(userId));
  const position = standing?.sharing?.position ?? null;
  return (
    <RuledSection title={t('Nearby')} aside={<TextLink to="/community/nearby">{t('Open the map')}</TextLink>}>
      {standing?.location ? (
        <p>
          {t('Location is off')}: {refusalWords(standing.location)}
        </p>
      ) : position === null ? (
        <p>{t('Learners and events around you are shown here once you share where you are, which is off until you turn it on.')}</p>
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
    <Columns>
      <section>
        <h3>{t('Nearby learners')}</h3>
        {learners.length === 0 ? (
          <p>{t('No one nearby is sharing their location.')}</p>
        ) : (
          <List>
            {learners.slice(0, SHOWN).map(({ user_id: id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </List>
        )}
      </section>
      <section>
        <h3>{t('Local events')}</h3>
        {events.length === 0 ? (
          <p>{t('No events nearby.')}</p>
        ) : (
          <List>
            {events.slice(0, SHOWN).map(({ event_id: id, title }) => (
              <li key={id}>
                <TextLink dir="auto" to="/community/nearby" search={{ show: 'events', event: id }}>
                  {title}
                </TextLink>
              </li>
            ))}
          </List>
        )}
      </section>
    </Columns>
  );
}
