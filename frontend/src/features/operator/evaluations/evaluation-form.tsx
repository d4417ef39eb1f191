import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import {
  CAST_ROLES,
  EVALUATION_LIMITS,
  type Brief,
  type Cast,
  type CastRole,
  type Part,
} from '#contract/operator/evaluation-plan.contract.ts';
import { type Evaluation } from '#contract/operator/evaluations.contract.ts';
import { USUAL_BRIEFS } from '#contract/operator/usual-briefs.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { languageOptionName } from '#frontend/lib/batches/batch-words.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { isDemo } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { Quiet } from '../parts/console-table.tsx';
import { formatMicro } from '../parts/figures.ts';
import { EstimateFacts, SandboxNote } from './estimate-facts.tsx';
import { isNewPrice, useEstimateEvaluation, useStartEvaluation, type PlanBody } from './evaluation-queries.ts';
import { partWord, roleWord } from './evaluation-words.ts';

interface EvaluationFormProps {
  /** The available services. */
  readonly services: readonly Part[];
  /** Whether they are the sandbox's. */
  readonly isSandbox: boolean;
  readonly onStarted: (evaluation: Evaluation) => void;
  readonly onClose: () => void;
}

/** The form's values for one configuration. */
interface CastFields {
  readonly name: string;
  readonly roles: Readonly<Record<CastRole, number>>;
  /** Another model for the lessons; empty for the connected one. */
  readonly model: string;
}

/** Two columns on a wide screen. */
const COLUMNS = { display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } } as const;
const NAMES = ['A', 'B', 'C', 'D'] as const;

const castFor = (place: number, services: readonly Part[]): CastFields => {
  const lead = place % Math.max(1, services.length);
  // judges must not check: if that leaves only one service, the writers check each other's lessons
  const checker = services.length > 3 && lead < 2 ? 2 : lead === 0 ? Math.min(1, services.length - 1) : 0;
  return {
    name: (isDemo() ? undefined : services[lead]?.model) ?? NAMES[place]!,
    roles: { outline: lead, lesson: lead, practice: lead, review: checker },
    model: '',
  };
};

/** The form of a new comparison. Its expected cost is shown before it can be started. */
export function EvaluationForm({ services, isSandbox, onStarted, onClose }: EvaluationFormProps) {
  const [name, setName] = useState('');
  const [language, setLanguage] = useState<(typeof FORM_OPTIONS.language_preference)[number]>('english');
  const [count, setCount] = useState<string>(String(EVALUATION_LIMITS.briefs.usual));
  const [topics, setTopics] = useState('');
  const [inARow, setInARow] = useState('1');
  const [casts, setCasts] = useState<readonly CastFields[]>([castFor(0, services), castFor(1, services)]);
  const [judges, setJudges] = useState<readonly string[]>([String(Math.max(0, services.length - 1)), '']);
  const estimate = useEstimateEvaluation();
  const starting = useStartEvaluation();
  const problem = problemOf({ count, topics, judges, services });
  const body = (): PlanBody => ({
    name:
      name.trim() ||
      casts
        .map((cast) => cast.name)
        .join(', ')
        .slice(0, EVALUATION_LIMITS.name),
    language,
    briefs: briefsOf(count, topics),
    lessons_in_a_row: Number(inARow),
    casts: casts.map((cast) => castOf(cast, services)),
    judges: judges.flatMap((place) => (place === '' ? [] : [services[Number(place)]!])),
  });
  /** Clears the estimate, which is no longer valid. */
  const edit = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      estimate.reset();
      set(value);
    };
  };
  const setCast = (place: number, changes: Partial<CastFields>) =>
    edit(setCasts)(casts.map((cast, at) => (at === place ? { ...cast, ...changes } : cast)));
  const options = services.map((part, place) => ({ value: String(place), label: partWord(part) }));
  const failed = starting.error ?? estimate.error;
  return (
    <Card sx={{ marginBlockEnd: 2 }}>
      <CardContent>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (problem === null) estimate.mutate(body());
          }}
        >
          <Box sx={COLUMNS}>
            <TextField
              label={t('Name')}
              value={name}
              maxLength={EVALUATION_LIMITS.name}
              onChange={({ target }) => edit(setName)(target.value)}
              helper={t('Leave empty to use the configurations’ names.')}
            />
            <SelectField
              label={t('Language')}
              value={language}
              onChange={({ target }) =>
                edit(setLanguage)(FORM_OPTIONS.language_preference.find((one) => one === target.value) ?? 'english')
              }
              options={FORM_OPTIONS.language_preference.map((one) => ({ value: one, label: languageOptionName(one) }))}
            />
            <TextField
              label={t('Lessons per configuration')}
              type="number"
              min={EVALUATION_LIMITS.briefs.least}
              max={EVALUATION_LIMITS.briefs.most}
              value={count}
              onChange={({ target }) => edit(setCount)(target.value)}
              disabled={topics.trim() !== ''}
              helper={t('Covers standard subjects of every kind and level. More lessons reveal smaller differences.')}
            />
            <SelectField
              label={t('Consecutive lessons on each subject')}
              value={inARow}
              options={['1', String(EVALUATION_LIMITS.inARow)].map((one) => ({ value: one, label: formatNumber(Number(one)) }))}
              onChange={({ target }) => edit(setInARow)(target.value)}
              helper={t(
                'Three in a row show whether a model repeats itself and builds on earlier lessons. They cost more than twice as much.',
              )}
            />
            <TextField
              label={t('Your own topics')}
              multiline
              minRows={2}
              maxRows={8}
              value={topics}
              onChange={({ target }) => edit(setTopics)(target.value)}
              helper={t('One per line, 5 to 50. Replaces the standard subjects.')}
            />
          </Box>
          <RuledSection title={t('Configurations')}>
            <Box sx={COLUMNS}>
              {casts.map((cast, place) => (
                <Box component="fieldset" key={place} sx={{ border: 0, padding: 0, margin: 0, minWidth: 0, display: 'grid', gap: 1.5 }}>
                  <Typography component="legend" variant="h3">
                    {t('Configuration {letter}', { letter: NAMES[place]! })}
                  </Typography>
                  <TextField
                    label={t('Name of the configuration')}
                    value={cast.name}
                    required
                    maxLength={EVALUATION_LIMITS.name}
                    onChange={({ target }) => setCast(place, { name: target.value })}
                  />
                  {CAST_ROLES.map((role) => (
                    <SelectField
                      key={role}
                      label={roleWord(role)}
                      value={String(cast.roles[role])}
                      options={options}
                      onChange={({ target }) => setCast(place, { roles: { ...cast.roles, [role]: Number(target.value) } })}
                    />
                  ))}
                  <TextField
                    label={t('Another model for the lessons')}
                    value={cast.model}
                    maxLength={EVALUATION_LIMITS.model}
                    onChange={({ target }) => setCast(place, { model: target.value })}
                    helper={t('A model from the same service. Leave empty to use the connected model.')}
                  />
                </Box>
              ))}
            </Box>
            <ActionRow>
              {casts.length < EVALUATION_LIMITS.casts.most && (
                <Button color="inherit" onClick={() => edit(setCasts)([...casts, castFor(casts.length, services)])}>
                  {t('Add a configuration')}
                </Button>
              )}
              {casts.length > EVALUATION_LIMITS.casts.least && (
                <Button color="inherit" onClick={() => edit(setCasts)(casts.slice(0, -1))}>
                  {t('Remove the last configuration')}
                </Button>
              )}
            </ActionRow>
          </RuledSection>
          <RuledSection title={t('Judges')}>
            <Box sx={COLUMNS}>
              {judges.map((judge, place) => (
                <SelectField
                  key={place}
                  label={place === 0 ? t('Judge') : t('Second judge')}
                  value={judge}
                  options={place === 0 ? options : [{ value: '', label: t('None') }, ...options]}
                  onChange={({ target }) => edit(setJudges)(judges.map((one, at) => (at === place ? target.value : one)))}
                />
              ))}
            </Box>
            <Quiet variant="body2">
              {t(
                'Each pair is judged in both orders, without names. Models from the writer’s own family, or that outline or check a lesson, cannot judge it.',
              )}
            </Quiet>{' '}
            <Quiet variant="body2">
              {t(
                'The judging quality of connected models has not been measured. To measure it on lessons with known flaws, run npm run evaluate -- --seeded --judges.',
              )}
            </Quiet>
          </RuledSection>
          {isSandbox && <SandboxNote />}
          {estimate.data && <EstimateFacts estimate={estimate.data} briefs={body().briefs.length} />}
          <FormMessage
            message={
              problem !== null
                ? { kind: 'error', text: problem }
                : failed
                  ? { kind: 'error', text: errorText(failed, t('The comparison could not be started.')) }
                  : null
            }
          />
          <ActionRow>
            {estimate.data && (
              <Button
                variant="contained"
                aria-busy={starting.isPending}
                onClick={() =>
                  starting.mutate(
                    { ...body(), accepted_micro_usd: estimate.data.micro_usd },
                    { onSuccess: (started) => onStarted(started), onError: (error) => isNewPrice(error) && estimate.mutate(body()) },
                  )
                }
              >
                {t('Start for about {price}', { price: formatMicro(estimate.data.micro_usd) })}
              </Button>
            )}
            <Button
              type="submit"
              variant={estimate.data ? 'text' : 'contained'}
              color={estimate.data ? 'inherit' : 'primary'}
              aria-busy={estimate.isPending}
            >
              {t('Estimate the cost')}
            </Button>
            <Button color="inherit" onClick={onClose}>
              {t('Cancel')}
            </Button>
          </ActionRow>
        </form>
      </CardContent>
    </Card>
  );
}

const linesOf = (topics: string): string[] =>
  topics
    .split('\n')
    .map((line) => line.trim().slice(0, EVALUATION_LIMITS.topic))
    .filter((line) => line !== '');

function briefsOf(count: string, topics: string): Brief[] {
  const own = linesOf(topics);
  if (own.length > 0) return own.map((topic) => ({ topic, difficulty: 'beginner' }));
  return USUAL_BRIEFS.slice(0, Number(count)).map((brief) => ({ ...brief }));
}

const castOf = ({ name, roles, model }: CastFields, services: readonly Part[]): Cast => {
  const part = (role: CastRole): Part => services[roles[role]]!;
  const other = model.trim();
  return {
    name: name.trim(),
    roles: {
      outline: part('outline'),
      lesson: other === '' ? part('lesson') : { ...part('lesson'), model: other },
      practice: part('practice'),
      review: part('review'),
    },
  };
};

interface Checked {
  readonly count: string;
  readonly topics: string;
  readonly judges: readonly string[];
  readonly services: readonly Part[];
}

/** What the form needs before the server can be asked; the server validates the rest. */
function problemOf({ count, topics, judges, services }: Checked): string | null {
  const { least, most } = EVALUATION_LIMITS.briefs;
  const asked = linesOf(topics).length || Number(count);
  if (services.length < 2) return t('Two services must be connected: one to write and one to judge.');
  if (!Number.isInteger(asked) || asked < least || asked > most)
    return t('A comparison needs {least} to {most} lessons per configuration.', {
      least: formatNumber(least),
      most: formatNumber(most),
    });
  if (judges[0] === judges[1]) return t('The two judges must be different.');
  return null;
}
