import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import type { RunningSimulation } from './use-simulation.ts';

/** What the learner tries to reach. A task that was reached stays so, and says what one has seen. */
export function SceneTasks({ simulation: { compiled, reached } }: { readonly simulation: RunningSimulation }) {
  const { tasks } = compiled.scene;
  const [hints, setHints] = useState<readonly number[]>([]);
  const count = reached.filter(Boolean).length;
  return (
    <RuledSection title={t('Tasks')} aside={t('{n} of {all} solved', { n: count, all: tasks.length })}>
      <EntryList component="ol">
        {tasks.map((task, index) => (
          <Entry
            key={task.text}
            mark={reached[index] ? 'new' : undefined}
            title={<span dir="auto">{task.text}</span>}
            lines={reached[index] ? [task.insight] : hints.includes(index) ? [task.hint] : []}
            actions={
              !reached[index] &&
              !hints.includes(index) && (
                <Button size="small" color="inherit" onClick={() => setHints([...hints, index])}>
                  {t('Hint')}
                </Button>
              )
            }
          />
        ))}
      </EntryList>
      <Box role="status">
        {count > 0 && (
          <Typography variant="subtitle2">
            {count === tasks.length
              ? t('Solved: all tasks of this simulation.')
              : t('Solved: {n} of {all}.', { n: count, all: tasks.length })}
          </Typography>
        )}
      </Box>
    </RuledSection>
  );
}
