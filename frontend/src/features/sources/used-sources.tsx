import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { sourcesOfRun } from './source-queries.ts';

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  paddingBlock: 12,
  paddingInlineStart: '1.25rem',
  overflowWrap: 'anywhere',
  '& li': { paddingBlock: 3 },
  '& small': { ...theme.typography.body2, color: theme.vars.palette.text.secondary, marginInlineStart: 8 },
}));

interface UsedSourcesProps {
  readonly userId: string;
  readonly taskId: string;
}

/** The sources a course is written from; renders nothing without any. */
export default function UsedSources({ userId, taskId }: UsedSourcesProps) {
  const { data: sources = [] } = useQuery(sourcesOfRun(userId, taskId));
  if (sources.length === 0) return null;
  return (
    <RuledSection title={t('Written from your sources')}>
      <List>
        {sources.map(({ source_id: id, name, is_there: isThere }) => (
          <li key={id}>
            {name}
            {!isThere && <small>{t('removed since')}</small>}
          </li>
        ))}
      </List>
    </RuledSection>
  );
}
