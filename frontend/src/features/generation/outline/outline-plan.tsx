import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { PLAN_BOUNDS, type FinalTask, type Thread } from '#contract/courses/course-plan.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import type { EditorApi } from './editor-api.ts';

const CARD = { marginBlockStart: 3, padding: { xs: '12px 16px 16px', md: '14px 20px 20px' } } as const;

/** A fact's name beside its value; their labels are for screen readers, since nine pairs of them would bury the facts. */
const FACT = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 2fr' },
  alignItems: 'start',
  gap: '4px 16px',
  '& label': { position: 'absolute', clipPath: 'inset(50%)' },
} as const;

interface OutlinePlanProps {
  /** As the service drafted it. */
  readonly plan: NonNullable<StatusEnvelope['plan']>;
  readonly api: EditorApi;
}

/** What carries the course besides its lessons, in the outline editor: what the course promises, its thread, and its final task. */
export function OutlinePlan({ plan, api }: OutlinePlanProps) {
  const { draft, change, language, problems } = api;
  const thread = draft.thread === undefined ? plan.thread : draft.thread;
  const task = draft.finalTask === undefined ? plan.final_task : draft.finalTask;
  return (
    <>
      <Typography {...language} sx={{ marginBlockStart: 2 }}>
        {plan.description}
      </Typography>
      {plan.thread && (
        <PlanPart
          part="thread"
          title={t('What the course follows')}
          isRemoved={thread === null}
          removedWords={t('The lessons follow no common example.')}
          onRemove={() => change({ ...draft, thread: null })}
          onRestore={() => change({ ...draft, thread: plan.thread })}
        >
          {thread && (
            <ThreadFields
              thread={thread}
              language={language}
              problem={problems.get('thread')}
              onChange={(next) => change({ ...draft, thread: next })}
            />
          )}
        </PlanPart>
      )}
      {plan.final_task && (
        <PlanPart
          part="final-task"
          title={t('What the course ends in')}
          isRemoved={task === null}
          removedWords={t('The course ends without a final task.')}
          onRemove={() => change({ ...draft, finalTask: null })}
          onRestore={() => change({ ...draft, finalTask: plan.final_task })}
        >
          {task && (
            <TaskFields
              task={task}
              language={language}
              problem={problems.get('final-task')}
              onChange={(next) => change({ ...draft, finalTask: next })}
            />
          )}
        </PlanPart>
      )}
    </>
  );
}

interface PlanPartProps {
  readonly part: string;
  readonly title: string;
  readonly isRemoved: boolean;
  readonly removedWords: string;
  readonly onRemove: () => void;
  readonly onRestore: () => void;
  readonly children: ReactNode;
}

function PlanPart({ part, title, isRemoved, removedWords, onRemove, onRestore, children }: PlanPartProps) {
  return (
    <Card component="section" data-part={part} aria-label={title} sx={CARD}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '0 16px' }}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        <Button
          color="inherit"
          onClick={isRemoved ? onRestore : onRemove}
          aria-label={`${isRemoved ? t('Restore') : t('Remove')}: ${title}`}
        >
          {isRemoved ? t('Restore') : t('Remove')}
        </Button>
      </Stack>
      {isRemoved && <Typography color="textSecondary">{removedWords}</Typography>}
      <Box sx={{ display: 'grid', gap: 2, '&:empty': { display: 'none' } }}>{children}</Box>
    </Card>
  );
}

/** Focuses a field once, when it is added. */
const focusNew = (field: HTMLElement | null) => {
  field?.focus();
};

interface PartFields {
  /** That of the course's texts. */
  readonly language: TextLanguage;
  readonly problem: string | undefined;
}

interface ThreadFieldsProps extends PartFields {
  readonly thread: Thread;
  readonly onChange: (next: Thread) => void;
}

function ThreadFields({ thread, language, problem, onChange }: ThreadFieldsProps) {
  /** The fact that was just added, which is typed next. */
  const [added, setAdded] = useState<number>();
  const setFact = (at: number, part: Partial<Thread['facts'][number]>) =>
    onChange({ ...thread, facts: thread.facts.map((fact, n) => (n === at ? { ...fact, ...part } : fact)) });
  return (
    <>
      <TextField
        {...language}
        label={t('Name')}
        error={problem}
        value={thread.name}
        maxLength={PLAN_BOUNDS.name}
        onChange={(event) => onChange({ ...thread, name: event.target.value })}
      />
      <TextField
        {...language}
        label={t('What it is about')}
        multiline
        value={thread.summary}
        maxLength={PLAN_BOUNDS.summary}
        onChange={(event) => onChange({ ...thread, summary: event.target.value })}
      />
      <TextField
        {...language}
        label={t('Your own example beside it')}
        multiline
        value={thread.own}
        maxLength={PLAN_BOUNDS.summary}
        onChange={(event) => onChange({ ...thread, own: event.target.value })}
      />
      <Box component="fieldset" sx={{ display: 'grid', gap: 1.5, minWidth: 0, margin: 0, padding: 0, border: 0 }}>
        <Typography component="legend" variant="body2" color="textSecondary" sx={{ padding: 0 }}>
          {t('Facts that all lessons share')}
        </Typography>
        {thread.facts.map((fact, at) => (
          <Box key={at} sx={FACT}>
            <TextField
              {...language}
              label={t('Fact {n}', { n: at + 1 })}
              ref={at === added ? focusNew : undefined}
              value={fact.name}
              maxLength={PLAN_BOUNDS.name}
              onChange={(event) => setFact(at, { name: event.target.value })}
            />
            <TextField
              {...language}
              label={t('Value of fact {n}', { n: at + 1 })}
              multiline
              minRows={1}
              value={fact.value}
              maxLength={PLAN_BOUNDS.value}
              onChange={(event) => setFact(at, { value: event.target.value })}
            />
          </Box>
        ))}
        <Button
          disabled={thread.facts.length >= PLAN_BOUNDS.facts}
          onClick={() => {
            setAdded(thread.facts.length);
            onChange({ ...thread, facts: [...thread.facts, { name: '', value: '' }] });
          }}
          sx={{ justifySelf: 'start' }}
        >
          {t('Add a fact')}
        </Button>
      </Box>
    </>
  );
}

interface TaskFieldsProps extends PartFields {
  readonly task: FinalTask;
  readonly onChange: (next: FinalTask) => void;
}

function TaskFields({ task, language, problem, onChange }: TaskFieldsProps) {
  return (
    <>
      <TextField
        {...language}
        label={t('Title of the final task')}
        value={task.title}
        maxLength={PLAN_BOUNDS.title}
        onChange={(event) => onChange({ ...task, title: event.target.value })}
      />
      <TextField
        {...language}
        label={t('Task')}
        error={problem}
        multiline
        minRows={4}
        maxRows={16}
        value={task.task}
        maxLength={PLAN_BOUNDS.task}
        // the example was one of the task as it stood
        onChange={(event) => onChange({ ...task, task: event.target.value, solution: '' })}
      />
      <TextField
        {...language}
        label={t('What a good result has, one point a line')}
        multiline
        minRows={3}
        value={task.points.join('\n')}
        onChange={(event) =>
          onChange({
            ...task,
            points: event.target.value
              .split('\n')
              .slice(0, PLAN_BOUNDS.points)
              .map((point) => point.slice(0, PLAN_BOUNDS.point)),
          })
        }
      />
    </>
  );
}
