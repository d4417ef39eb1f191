import { useEffect, useRef, useState, type DragEvent } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SOURCE_ADDRESS_LENGTH, SOURCE_BYTES, SOURCE_ENDINGS, SOURCES_OF_COURSE } from '#contract/sources/source-limits.ts';
import { removeSource, type Source } from '#contract/sources/sources.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { Rows } from '#frontend/ui/margin-row.tsx';
import { sourcesKey, sourcesOf } from './source-queries.ts';
import { SendingRow, SourceRow } from './source-row.tsx';
import { useSourceUpload } from './use-source-upload.ts';

// where files may be dropped; MUI has no such thing
const Drop = styled('div')(({ theme }) => ({
  padding: 16,
  borderRadius: RADIUS.control,
  border: `2px dashed ${theme.vars.palette.line.waiting}`,
  '&[data-over]': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.background.tint },
}));

const Words = (props: TypographyProps) => <Typography variant="body2" color="textSecondary" {...props} />;

interface SourcePickerProps {
  readonly userId: string;
  /** Ids of the sources selected for the course. */
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** The user's own sources: add, select for the course, remove. */
export default function SourcePicker({ userId, chosen, onChange }: SourcePickerProps) {
  const cache = useQueryClient();
  const { data: sources, error } = useQuery(sourcesOf(userId));
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  /** Sources added here are selected as soon as they are processed. */
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  const taken = useRef(new Set<string>());
  const [address, setAddress] = useState('');
  const { sending, dismiss, addFiles, addAddress } = useSourceUpload(userId, ({ source_id: id }) => setAwaited((ids) => [...ids, id]));
  const remove = useAction({
    mutationFn: (source: Source) => call(removeSource, { params: { source_id: source.source_id } }),
    onSuccess: async ({ source_id: id }) => {
      onChange(chosen.filter((one) => one !== id));
      await cache.invalidateQueries({ queryKey: sourcesKey(userId) });
    },
    onError: (failure: Error) => toast('error', errorText(failure, t('The source could not be removed. Please try again.'))),
  });

  useEffect(() => {
    if (!sources) return;
    const known = new Set(sources.map(({ source_id: id }) => id));
    const ready = new Set(sources.filter(({ status }) => status === 'ready').map(({ source_id: id }) => id));
    // once: afterwards the user may have deselected it
    const arrived = awaited.filter((id) => ready.has(id) && !taken.current.has(id));
    for (const id of arrived) taken.current.add(id);
    // a draft may contain ids of removed sources
    const wanted = [...new Set([...chosen.filter((id) => known.has(id)), ...arrived])].slice(0, SOURCES_OF_COURSE);
    if (wanted.join() !== chosen.join()) onChange(wanted);
  }, [sources, awaited, chosen, onChange]);

  function addPage(): void {
    if (address.trim() === '') return;
    addAddress(address.trim());
    setAddress('');
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    addFiles([...event.dataTransfer.files]);
  }

  const isFull = chosen.length >= SOURCES_OF_COURSE;
  return (
    <Card component="section" aria-label={t('Your sources')} sx={{ display: 'grid', gap: 1.5, padding: { xs: 2, md: 3 } }}>
      <Typography variant="h3" component="h2">
        {t('Your sources')}
      </Typography>
      <Words>
        {t(
          'The course is written from what you choose here, and each lesson names the passages it is based on. Only you see the files; quotes from them appear in the course.',
        )}
      </Words>
      <Drop
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={field}
          type="file"
          multiple
          hidden
          accept={SOURCE_ENDINGS.join(',')}
          aria-label={t('Files to write the course from')}
          onChange={({ target }) => {
            addFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <Button variant="outlined" color="inherit" onClick={() => field.current?.click()}>
          {t('Add files')}
        </Button>
        <Words sx={{ marginBlockStart: 1 }}>
          {t('Or drop them here: PDF, Word, PowerPoint, EPUB, Markdown or text, up to {n} MB each.', { n: SOURCE_BYTES / 1_000_000 })}
        </Words>
      </Drop>
      <Stack
        direction="row"
        useFlexGap
        role="group"
        aria-label={t('Add a page')}
        onKeyDown={(event) => {
          // within the form Enter would submit it
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          event.stopPropagation();
          addPage();
        }}
        sx={{ flexWrap: 'wrap', alignItems: 'flex-end', gap: '8px 16px' }}
      >
        <Box sx={{ flex: '1 1 16rem' }}>
          <TextField
            label={t('Address of a page')}
            value={address}
            maxLength={SOURCE_ADDRESS_LENGTH}
            placeholder="https://"
            onChange={({ target }) => setAddress(target.value)}
          />
        </Box>
        <Button variant="outlined" color="inherit" disabled={address.trim() === ''} onClick={addPage}>
          {t('Add page')}
        </Button>
      </Stack>
      {error && <Words role="alert">{errorText(error, t('Your sources could not be loaded.'))}</Words>}
      {((sources?.length ?? 0) > 0 || sending.length > 0) && (
        <Rows aria-label={t('Your sources')}>
          {sending.map((one) => (
            <SendingRow key={one.key} sending={one} onDismiss={() => dismiss(one.key)} />
          ))}
          {sources?.map((source) => {
            const { source_id: id } = source;
            const isChosen = chosen.includes(id);
            return (
              <SourceRow
                key={id}
                source={source}
                isChosen={isChosen}
                isFull={isFull && !isChosen}
                isRemoving={remove.isPending && remove.variables.source_id === id}
                onChoose={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
                onRemove={() => remove.mutate(source)}
              />
            );
          })}
        </Rows>
      )}
      {isFull && <Words role="status">{t('A course is written from {n} sources at most.', { n: SOURCES_OF_COURSE })}</Words>}
    </Card>
  );
}
