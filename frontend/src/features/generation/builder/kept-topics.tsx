import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { aboutProduct } from '#frontend/lib/about.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useFilledBuilder } from './fill-builder.tsx';
import { keptTopics, useDropTopic } from './topic-queries.ts';

interface KeptTopicsProps {
  readonly userId: string;
  /** Called after filling, because the builder may already be on the screen. */
  readonly onFilled?: () => void;
}

/** Offers topics that were saved while no service could write about them. Renders nothing as long as none can. */
export function KeptTopics({ userId, onFilled }: KeptTopicsProps) {
  const mode = useQuery(aboutProduct).data?.ai_mode;
  const { data } = useQuery({ ...keptTopics(userId), enabled: mode !== undefined && mode !== 'sandbox' });
  const { mutate: drop, isPending } = useDropTopic(userId);
  const { fill, question } = useFilledBuilder(userId, onFilled);
  if (mode === 'sandbox' || !data || data.topics.length === 0) return null;
  return (
    <Card component="section" aria-label={t('Saved for later')} variant="tint" sx={{ padding: { xs: 2, md: 3 }, marginBlock: 3 }}>
      <SectionHeading isInner>{t('A service is connected now: you can create courses on these topics')}</SectionHeading>
      <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {data.topics.map(({ id, topic }, at) => (
          <Stack key={id} component="li" direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Box component="span" dir="auto" sx={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
              <FormulaText text={topic} dir="rtl" />
            </Box>
            <Button variant={at === 0 ? 'contained' : 'outlined'} onClick={() => fill({ topic, goals: '', difficulty: 'beginner' })}>
              {t('Create this course')}
              <VisuallyHidden> {formulaWords(topic, undefined)}</VisuallyHidden>
            </Button>
            <Button color="inherit" aria-busy={isPending} onClick={() => drop(id)}>
              {t('Remove')}
              <VisuallyHidden> {formulaWords(topic, undefined)}</VisuallyHidden>
            </Button>
          </Stack>
        ))}
      </Box>
      {question}
    </Card>
  );
}
