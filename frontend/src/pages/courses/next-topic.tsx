import { useState } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { useFilledBuilder } from '#frontend/features/generation/builder/fill-builder.tsx';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';

/** A topic for the next course: it opens the AI Builder with it. */
export function NextTopic({ userId }: { readonly userId: string }) {
  const [topic, setTopic] = useState('');
  const { fill, question } = useFilledBuilder(userId);
  return (
    <Card
      component="form"
      variant="tint"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        alignItems: 'end',
        gap: 2,
        padding: { xs: 2, md: 3 },
        marginBlockStart: 4.5,
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (topic.trim()) fill({ topic: topic.trim(), goals: '', difficulty: 'beginner' });
      }}
    >
      <TextField
        label={t('What do you want to learn next?')}
        value={topic}
        maxLength={FORM_LIMITS.topic}
        placeholder={t('For example: negotiating a salary, reading sheet music, beekeeping')}
        onChange={({ target }) => setTopic(target.value)}
      />
      <Button type="submit" variant="contained" disabled={!topic.trim()}>
        {t('Describe the course')}
      </Button>
      {question}
    </Card>
  );
}
