import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CourseExport } from '#contract/exports/exports.contract.ts';
import { EXPORT_FORMATS, type ExportFormat } from '#contract/platform/export-formats.ts';
import { ExportPanel } from '#frontend/features/exports/export-panel.tsx';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';

const anExport = (changes: Partial<CourseExport>): CourseExport => ({
  task_id: 'x1',
  format: 'epub',
  status: 'completed',
  progress: 100,
  filename: 'bees.epub',
  error: null,
  created_at: '2026-11-20T10:00:00.000Z',
  kept_until: '2026-11-27T10:00:00.000Z',
  ...changes,
});
const show = (files: readonly CourseExport[], language = 'english') => {
  const sent = stubServer(({ method }) => (method === 'POST' ? partly({ task_id: 'x1' }, 202) : partly({ exports: files })));
  return showScreen(<ExportPanel userId="u" courseId="c" language={language} />).then(() => sent);
};

it('says, of a bought course only, that an export ends the refund', async () => {
  const says = 'You can still have your money back for this course. Once you have exported it, you cannot.';
  await show([]);
  await screen.findByRole('button', { name: 'Download' });
  expect(screen.queryByText(says)).toBeNull();
  await showScreen(<ExportPanel userId="u" courseId="c" language="english" endsRefund />);
  expect(await screen.findByText(says)).toBeTruthy();
});

const NAMES: Readonly<Record<ExportFormat, string>> = {
  markdown: 'Markdown',
  pdf: 'PDF',
  epub: 'EPUB',
  scorm: 'SCORM 1.2',
  scorm_2004: 'SCORM 2004',
  cmi5: 'cmi5',
  common_cartridge: 'Common Cartridge',
  zip: 'ZIP file that can be imported again',
};

it('starts a file of each format, shows its progress, and stops it', async () => {
  const sent = await show([anExport({ status: 'processing', progress: 20 })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
  const offered = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  const says = 'the menu has every format: READING and PLATFORM of export-panel.tsx';
  expect(offered.toSorted(), says).toEqual(EXPORT_FORMATS.map((format) => NAMES[format]).toSorted());
  fireEvent.click(screen.getByRole('menuitem', { name: 'SCORM 1.2' }));
  await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ course_id: 'c', format: 'scorm' }));
  expect((await screen.findByRole('status')).textContent).toBe('Writing: 20%');
  fireEvent.click(screen.getByRole('button', { name: 'Stop bees.epub' }));
  await waitFor(() => expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/api/runs/x1')).toBe(true));
});

it('saves the requested file as soon as it is ready, once, and an older one when its name is pressed', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  let file = anExport({ status: 'processing', progress: 0 });
  const sent = stubServer(({ method, path }) => {
    if (method === 'POST') return partly({ task_id: 'x1' }, 202);
    return path.endsWith('/file') ? { body: 'bytes' } : partly({ exports: [file, anExport({ task_id: 'x0', filename: 'old.epub' })] });
  });
  const downloads = () => sent.filter(({ path }) => path.endsWith('/file')).map(({ path }) => path);
  await showScreen(<ExportPanel userId="u" courseId="c" language="english" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'EPUB' }));
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  expect(downloads()).toEqual([]);
  file = anExport({});
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(downloads()).toEqual(['/api/course-exports/x1/file']);
  fireEvent.click(screen.getByRole('button', { name: 'Download old.epub' }));
  await waitFor(() => expect(downloads()).toEqual(['/api/course-exports/x1/file', '/api/course-exports/x0/file']));
  expect(screen.getAllByText('Download')).toHaveLength(1);
});

it('says how long a file is available, and why another could not be made', async () => {
  await show(
    [anExport({}), anExport({ task_id: 'x2', status: 'failed', filename: 'bees.pdf', format: 'pdf', error: 'It failed' })],
    'arabic',
  );
  expect(await screen.findByRole('button', { name: 'Download bees.epub' })).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Files of this course' }).textContent).toContain('Kept until');
  expect(screen.getByText('It failed')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(screen.queryByRole('menuitem', { name: 'PDF' })).toBeNull();
  expect(screen.getByText('PDF is not available in this language yet. Use the EPUB instead.')).toBeTruthy();
});
