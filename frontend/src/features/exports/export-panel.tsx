import { useEffect, useEffectEvent, useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { downloadExport, listExports, PDF_LANGUAGES, startExport, type CourseExport } from '#contract/exports/exports.contract.ts';
import type { ExportFormat } from '#contract/platform/export-formats.ts';
import { stopRun } from '#contract/platform/runs.contract.ts';
import { call, callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';

/** Most files are written within a second, so the first polls are close together and later ones further apart. */
const POLL_MS = { least: 150, most: 1_000 } as const;
const paceMs = (sinceMs: number): number => Math.min(POLL_MS.most, Math.max(POLL_MS.least, sinceMs / 4));

const exportsKey = (userId: string, courseId: string) => ['course-exports', userId, courseId] as const;

/** The files of a course; polled while one is being written. @param askedAt when the newest was requested on this page */
const exportsOf = (userId: string, courseId: string, askedAt: number) =>
  queryOptions({
    queryKey: exportsKey(userId, courseId),
    queryFn: async ({ signal }) => (await call(listExports, { query: { course_id: courseId }, signal })).exports,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'processing') ? paceMs(Date.now() - askedAt) : false),
  });

/** What each format is for: reading, or a school's learning platform. In the order of the menu. */
const PURPOSES: Readonly<Record<ExportFormat, 'reading' | 'platform'>> = {
  pdf: 'reading',
  epub: 'reading',
  markdown: 'reading',
  scorm: 'platform',
  scorm_2004: 'platform',
  cmi5: 'platform',
  common_cartridge: 'platform',
  zip: 'platform',
};
const formatsFor = (purpose: 'reading' | 'platform') =>
  (Object.keys(PURPOSES) as ExportFormat[]).filter((format) => PURPOSES[format] === purpose);

const Files = styled('ul')({ listStyle: 'none', margin: '16px 0 0', padding: 0 });
const File = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  paddingBlock: 8,
  paddingInlineStart: 14,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  borderInlineStart: `3px solid ${theme.vars.palette.primary.main}`,
  '&[data-status="processing"]': { borderInlineStartStyle: 'dashed', borderInlineStartColor: theme.vars.palette.secondary.main },
  '&[data-status="failed"]': { borderInlineStartColor: theme.vars.palette.error.main },
  '& > span': { flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' },
}));

/** The name and purpose of each format. */
const nameOf = (format: ExportFormat): string =>
  ({
    markdown: 'Markdown',
    pdf: 'PDF',
    epub: 'EPUB',
    scorm: 'SCORM 1.2',
    scorm_2004: 'SCORM 2004',
    cmi5: 'cmi5',
    common_cartridge: 'Common Cartridge',
    zip: t('ZIP file that can be imported again'),
  })[format];

interface FileRowProps {
  readonly file: CourseExport;
  /** It was requested on this page, and is saved as soon as it is ready. */
  readonly isWanted: boolean;
  readonly onSaved: () => void;
  readonly onStop: () => void;
  readonly onRetry: () => void;
}

function FileRow({ file, isWanted, onSaved, onStop, onRetry }: FileRowProps) {
  const failed = t('Download failed. Please try again.');
  const download = useAction({
    mutationFn: () => callForFile(downloadExport, { params: { task_id: file.task_id }, fallback: failed }),
    onSuccess: ({ file: bytes, name }) => saveFile(bytes, name ?? file.filename),
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
  const saveNow = useEffectEvent(() => {
    onSaved();
    download.mutate();
  });
  const isDue = isWanted && file.status === 'completed';
  useEffect(() => {
    if (isDue) saveNow();
  }, [isDue]);
  return (
    <File data-status={file.status}>
      {file.status === 'completed' ? (
        <span>
          <Button
            aria-busy={download.isPending}
            onClick={() => download.mutate()}
            aria-label={t('Download {name}', { name: file.filename })}
            sx={{ textAlign: 'start', overflowWrap: 'anywhere' }}
          >
            {file.filename}
          </Button>
        </span>
      ) : (
        <span>{file.filename}</span>
      )}
      {file.status === 'processing' && (
        <>
          <span role="status">{t('Writing: {n}%', { n: file.progress })}</span>
          <Button variant="text" color="inherit" onClick={onStop} aria-label={t('Stop {name}', { name: file.filename })}>
            {t('Stop')}
          </Button>
        </>
      )}
      {file.status === 'completed' && <span>{t('Kept until {date}', { date: formatDate(file.kept_until) })}</span>}
      {file.status === 'failed' && (
        <>
          <span>{file.error !== null && translateServerText(file.error)}</span>
          <Button variant="outlined" color="inherit" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </>
      )}
    </File>
  );
}

interface FormatMenuProps {
  readonly hasPdf: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (format: ExportFormat) => void;
}

/** One button for all formats. */
function FormatMenu({ hasPdf, isBusy, onChoose }: FormatMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const itemOf = (format: ExportFormat) => (
    <MenuItem
      key={format}
      onClick={() => {
        setAnchor(null);
        onChoose(format);
      }}
    >
      {nameOf(format)}
    </MenuItem>
  );
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={isBusy}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('Download')}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}
      >
        {formatsFor('reading')
          .filter((format) => hasPdf || format !== 'pdf')
          .map(itemOf)}
        <ListSubheader role="presentation">{t('For a learning platform')}</ListSubheader>
        {formatsFor('platform').map(itemOf)}
      </Menu>
    </>
  );
}

interface ExportPanelProps {
  readonly userId: string;
  readonly courseId: string;
  readonly language: string;
  /** It was bought and can still be refunded, until it is exported. */
  readonly endsRefund?: boolean;
}

/**
 * Exports of a course. Each is a run that writes a file, with its progress and a cancel button; the file is saved when the run completes,
 * if it was requested here.
 */
export function ExportPanel({ userId, courseId, language, endsRefund = false }: ExportPanelProps) {
  const cache = useQueryClient();
  const [askedAt, setAskedAt] = useState(0);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const { data: files = [] } = useQuery(exportsOf(userId, courseId, askedAt));
  const failed = t('The file could not be made. Please try again.');
  const refresh = () => cache.invalidateQueries({ queryKey: exportsKey(userId, courseId) });
  const options = { onSettled: refresh, onError: (error: Error) => toast('error', errorText(error, failed)) };
  const start = useAction({
    mutationFn: (format: ExportFormat) => call(startExport, { body: { course_id: courseId, format }, fallback: failed }),
    onSuccess: ({ task_id: id }) => {
      setAskedAt(Date.now());
      setWanted((others) => [...others, id]);
    },
    ...options,
  });
  const stop = useAction({
    mutationFn: (taskId: string) => call(stopRun, { params: { task_id: taskId }, query: {}, fallback: failed }),
    ...options,
  });
  const hasPdf = PDF_LANGUAGES.includes(language);
  return (
    <RuledSection title={t('Export the course')}>
      <SectionBody>
        <p>{t('A file of the course as it is now. It costs nothing and is kept for a week.')}</p>
        {endsRefund && <p>{t('You can still have your money back for this course. Once you have exported it, you cannot.')}</p>}
        {!hasPdf && <p>{t('PDF is not available in this language yet. Use the EPUB instead.')}</p>}
        <FormatMenu hasPdf={hasPdf} isBusy={start.isPending} onChoose={(format) => start.mutate(format)} />
        {files.length > 0 && (
          <Files aria-label={t('Files of this course')}>
            {files.map((file) => (
              <FileRow
                key={file.task_id}
                file={file}
                isWanted={wanted.includes(file.task_id)}
                onSaved={() => setWanted((others) => others.filter((id) => id !== file.task_id))}
                onStop={() => stop.mutate(file.task_id)}
                onRetry={() => start.mutate(file.format)}
              />
            ))}
          </Files>
        )}
      </SectionBody>
    </RuledSection>
  );
}
