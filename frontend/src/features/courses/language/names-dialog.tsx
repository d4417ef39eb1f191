import { useState } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { editTranslationNames, type TranslatedName } from '#contract/translation/course-translation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { courseIn, translationsKey, type CourseLanguage } from './course-language-choice.ts';

interface NamesDialogProps {
  readonly courseId: string;
  readonly language: CourseLanguage;
  readonly onClose: () => void;
}

const EMPTY: TranslatedName = { source: '', target: '' };

/** Edits how names and terms of a course are translated. Existing translations are updated. */
export function NamesDialog({ courseId, language, onClose }: NamesDialogProps) {
  const cache = useQueryClient();
  const { data } = useQuery(courseIn(courseId, language));
  const [typed, setTyped] = useState<readonly TranslatedName[] | null>(null);
  const names = typed ?? data?.names ?? [];
  const rows = [...names, EMPTY];
  const change = (place: number, part: Partial<TranslatedName>) =>
    setTyped(rows.map((name, at) => (at === place ? { ...name, ...part } : name)).filter(({ source, target }) => source + target !== ''));
  const save = useAction({
    mutationFn: () => call(editTranslationNames, { params: { course_id: courseId, language }, body: { names: [...names] } }),
    onSuccess: async () => {
      toast('success', t('Names and terms saved'));
      onClose();
      await cache.invalidateQueries({ queryKey: translationsKey(courseId) });
    },
  });
  const isWhole = names.every(({ source, target }) => source.trim() !== '' && target.trim() !== '');
  return (
    <FormDialog
      title={t('Names and terms')}
      onClose={onClose}
      onSubmit={() => {
        if (typed !== null && isWhole) save.mutate(undefined);
      }}
      actions={
        <FormActions
          label={t('Save')}
          isDisabled={typed === null || !isWhole}
          isPending={save.isPending}
          closeLabel={t('Close')}
          onClose={onClose}
        />
      }
    >
      <Typography sx={{ marginBlockEnd: 2 }}>
        {t('Each is used the same way everywhere. A change here applies to the translated lessons at once, at no cost.')}
      </Typography>
      {!data && <LoadingState label={t('Loading')} rows={3} />}
      {data &&
        rows.map((name, place) => (
          // rows have no other name than their place
          // oxlint-disable-next-line react/no-array-index-key
          <Box key={place} sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1.5 }}>
            <TextField
              label={t('In the course, {n}', { n: place + 1 })}
              value={name.source}
              onChange={({ target }) => change(place, { source: target.value })}
            />
            <TextField
              label={t('In the translation, {n}', { n: place + 1 })}
              value={name.target}
              onChange={({ target }) => change(place, { target: target.value })}
            />
          </Box>
        ))}
      <FormMessage message={save.error ? { kind: 'error', text: errorText(save.error, t('It could not be saved.')) } : null} />
    </FormDialog>
  );
}
