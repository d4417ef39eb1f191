import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { ServiceConnections } from '#contract/operator/service-connections.contract.ts';
import { leadsIn, SERVICES, type CourseRole, type Service } from '#contract/platform/ai-services.ts';
import { VENDOR_NAMES } from '#contract/platform/service-names.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SERVICE_COLOURS } from '#frontend/ui/charts/service-colours.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { mayTake, type Who } from './connection-entry.ts';

interface WhoAnswersProps {
  readonly all: ServiceConnections;
  readonly who: Who;
  readonly onChoose: (who: Who) => void;
}

/** The choice of service to connect: an own server first, then the vendors. None is preselected. */
export function WhoAnswers({ all, who, onChoose }: WhoAnswersProps) {
  return (
    <div>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        color="primary"
        aria-label={t('Who answers')}
        value={who}
        onChange={(_, next: Who) => next && onChoose(next)}
        sx={{
          ...SERVICE_COLOURS,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
          gap: 1,
          // in rows, each with its own outline
          '& .MuiToggleButtonGroup-grouped.MuiToggleButton-root': {
            margin: 0,
            border: 1,
            borderColor: 'line.control',
            borderRadius: `${RADIUS.control}px`,
          },
          '& .MuiToggleButtonGroup-grouped.Mui-selected': { borderColor: 'primary.main' },
        }}
      >
        <ToggleButton value="own" disabled={SERVICES.every((one) => !mayTake(all, one))} sx={{ gridColumn: '1 / -1' }}>
          {t('Ollama or another server')}
        </ToggleButton>
        {SERVICES.map((one) => (
          <ToggleButton key={one} value={one} disabled={!mayTake(all, one)} sx={{ gap: 1 }}>
            <Box aria-hidden sx={{ width: 12, height: 12, borderRadius: 0.5, backgroundColor: `var(--service-${one})` }} />
            <bdi>{VENDOR_NAMES[one]}</bdi>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 1 }}>
        {who === null
          ? t('Choose who answers.')
          : who === 'own' &&
            t(
              'Any server with an OpenAI-compatible API, on this machine, on its network or elsewhere: Ollama, vLLM, LM Studio, llama.cpp, OpenRouter.',
            )}
      </Typography>
    </div>
  );
}

/** The task of the leading service in a role. */
const LEADS: Readonly<Record<CourseRole, () => string>> = {
  outline: () => t('outlines'),
  lesson: () => t('every other lesson'),
  practice: () => t('quizzes and exercises'),
  research: () => t('research'),
  review: () => t('checks'),
};

/** The tasks of a place's service in a course. */
function carries(service: Service): string {
  const work = leadsIn(service).map((role) => LEADS[role]());
  return t('Role of {service}: {work}', {
    service: VENDOR_NAMES[service],
    work: work.length > 0 ? formatList(work) : t('backup for the others'),
  });
}

interface PlaceFieldProps {
  readonly all: ServiceConnections;
  readonly place: Service;
  readonly onPlace: (place: Service) => void;
}

/** The place that an own server takes: found automatically, and shown. */
export const PlaceField = ({ all, place, onPlace }: PlaceFieldProps) => (
  <SelectField
    label={t('Place')}
    value={place}
    onChange={({ target }) => onPlace(target.value as Service)}
    options={SERVICES.filter((one) => mayTake(all, one)).map((one) => ({ value: one, label: carries(one) }))}
    helper={t('The first free slot. If it is the only service, it takes every role.')}
  />
);
