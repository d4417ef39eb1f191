import { useEffect, useRef, useState, type DragEvent } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SOURCE_ADDRESS_LENGTH, SOURCE_BYTES, SOURCE_ENDINGS, SOURCES_OF_COURSE } from '#contract/sources/source-limits.ts';
import { removeSource, type Source, addPage, addSource } from '#contract/sources/sources.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, tooLargeText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { Rows, MarginRow, type MarginState } from '#frontend/ui/margin-row.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { sourcesKey, sourcesOf } from './source-queries.ts';

// a drop zone for files, which MUI does not offer
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
    // only once, because the user may deselect it afterwards
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
          'The course is written from the sources you choose here, and each lesson names the passages it is based on. Only you see the files; quotes from them appear in the course.',
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
          {t('Or drop them here: PDF, Word, PowerPoint, EPUB, Markdown or text, up to {n} MB each.', {
            n: SOURCE_BYTES / 1_000_000,
          })}
        </Words>
      </Drop>
      <Stack
        direction="row"
        useFlexGap
        role="group"
        aria-label={t('Add a page')}
        onKeyDown={(event) => {
          // Enter would submit the surrounding form
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          event.stopPropagation();
          addPage();
        }}
        sx={{ flexWrap: 'wrap', alignItems: 'flex-end', gap: '8px 16px' }}
      >
        <Box sx={{ flex: '1 1 16rem' }}>
          <TextField
            label={t('Page address')}
            value={address}
            maxLength={SOURCE_ADDRESS_LENGTH}
            placeholder="https://"
            isAddress
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
      {isFull && <Words role="status">{t('A course can be written from at most {n} sources.', { n: SOURCES_OF_COURSE })}</Words>}
    </Card>
  );
}

const MARGIN = { ready: 'done', reading: 'writing', failed: 'failed' } as const satisfies Record<Source['status'], MarginState>;

const NAME = { flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' } as const;

const sizeOf = ({ pages, words, hidden_slides: hidden }: Source): string =>
  [
    pages !== null && t('Pages: {n}', { n: pages }),
    t('Words: {n}', { n: formatNumber(words) }),
    hidden > 0 && t('{n, plural, one {# hidden slide was not read} other {# hidden slides were not read}}', { n: hidden }),
  ]
    .filter(Boolean)
    .join(' · ');

interface SourceRowProps {
  readonly source: Source;
  readonly isChosen: boolean;
  /** No more sources can be selected. */
  readonly isFull: boolean;
  readonly isRemoving: boolean;
  readonly onChoose: () => void;
  readonly onRemove: () => void;
}

/** One source: it can be selected once it is processed; before that it shows its state, or why it failed. */
function SourceRow({ source, isChosen, isFull, isRemoving, onChoose, onRemove }: SourceRowProps) {
  const { name, status, error } = source;
  return (
    <MarginRow as="li" state={MARGIN[status]}>
      <Box sx={NAME}>
        {status === 'ready' ? <CheckField label={name} checked={isChosen} disabled={isFull} onChange={onChoose} /> : name}
      </Box>
      <StateWord state={MARGIN[status]} {...(status !== 'ready' && { role: 'status' })}>
        {status === 'ready' ? sizeOf(source) : status === 'reading' ? t('Reading…') : error}
      </StateWord>
      <RemoveButton name={name} isBusy={isRemoving} onClick={onRemove} />
    </MarginRow>
  );
}

/** A file being uploaded, or whose upload failed. */
function SendingRow({ sending: { name, problem }, onDismiss }: { readonly sending: Sending; readonly onDismiss: () => void }) {
  const state = problem === null ? 'writing' : 'failed';
  return (
    <MarginRow as="li" state={state}>
      <Box sx={NAME}>{name}</Box>
      <StateWord state={state} role={problem === null ? 'status' : 'alert'}>
        {problem ?? t('Being sent')}
      </StateWord>
      {problem !== null && <RemoveButton name={name} onClick={onDismiss} />}
    </MarginRow>
  );
}

interface RemoveButtonProps {
  readonly name: string;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}

const RemoveButton = ({ name, isBusy = false, onClick }: RemoveButtonProps) => (
  <Button color="inherit" aria-busy={isBusy} onClick={onClick} aria-label={t('Remove {name}', { name })}>
    {t('Remove')}
  </Button>
);

/** A file being uploaded, or whose upload failed. */
interface Sending {
  readonly key: number;
  readonly name: string;
  /** Why the upload failed; null while it is running. */
  readonly problem: string | null;
}

/** Uploads files one after another, and keeps failures until they are dismissed. @param onAdded called with each uploaded source */
function useSourceUpload(userId: string, onAdded: (source: Source) => void) {
  const cache = useQueryClient();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const next = useRef(0);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const failed = t('The file could not be added. Please try again.');

  const end = (key: number, problem: string | null) =>
    setSending((all) =>
      problem === null ? all.filter((one) => one.key !== key) : all.map((one) => (one.key === key ? { ...one, problem } : one)),
    );

  async function send(key: number, ask: () => Promise<Source>): Promise<void> {
    try {
      const source = await ask();
      onAdded(source);
      await cache.invalidateQueries({ queryKey: sourcesKey(userId) });
      end(key, null);
    } catch (error) {
      end(key, errorText(error, failed));
    }
  }

  function begin(name: string, problem: string | null, ask: () => Promise<Source>): void {
    const key = (next.current += 1);
    setSending((all) => [...all, { key, name, problem }]);
    if (problem === null) turn.current = turn.current.then(() => send(key, ask));
  }

  return {
    sending,
    addAddress(address: string): void {
      begin(address, null, async () => (await call(addPage, { body: { address }, fallback: failed })).source);
    },
    dismiss: (key: number) => end(key, null),
    addFiles(files: readonly File[]): void {
      for (const file of files) {
        const problem = file.size > SOURCE_BYTES ? tooLargeText(SOURCE_BYTES) : null;
        begin(file.name, problem, async () => (await call(addSource, { files: { file }, fallback: failed })).source);
      }
    },
  };
}
