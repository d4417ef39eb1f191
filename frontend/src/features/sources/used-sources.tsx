import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { sourcesOfRun } from './source-queries.ts';

interface UsedSourcesProps {
  readonly userId: string;
  readonly taskId: string;
}

/** The sources that a course is written from; renders nothing if there are none. */
export default function UsedSources({ userId, taskId }: UsedSourcesProps) {
  const { data: sources = [] } = useQuery(sourcesOfRun(userId, taskId));
  if (sources.length === 0) return null;
  return (
    <RuledSection title={t('Written from your sources')}>
      <List>
        {sources.map(({ source_id: id, name, is_there: isThere }) => (
          <ListItem key={id} disableGutters>
            <ListItemText primary={name} secondary={isThere ? null : t('removed since')} sx={{ overflowWrap: 'anywhere' }} />
          </ListItem>
        ))}
      </List>
    </RuledSection>
  );
}
