import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What opens offline without having been opened before: the app, My Courses, a course with its lessons, glossary and map, review, notes, dashboard. */
const SCREENS = [
  'index.html',
  'src/pages/courses-page.tsx',
  'src/pages/course-details-page.tsx',
  'src/pages/learning-page.tsx',
  'src/app/shell/shell.tsx',
  'src/app/update-bar.tsx',
  'src/app/shell/outbox-sign.tsx',
  'src/ui/drawn-cover.tsx',
  'src/features/translation/reading-language.tsx',
  'src/pages/courses/course-done-page.tsx',
  'src/features/market/lesson-questions.tsx',
  'src/features/notes/note-panel.tsx',
  'src/features/notes/passage-tools.tsx',
  'src/features/practice/words-question.tsx',
  'src/features/community/forums/lesson-discussions.tsx',
  'src/pages/courses/study-page.tsx',
  'src/pages/courses/course-cards-page.tsx',
  'src/pages/cards-page.tsx',
  'src/pages/dashboard-pages.tsx',
  'src/pages/glossary-page.tsx',
  'src/pages/concept-map-page.tsx',
  'src/pages/notes-page.tsx',
  'src/ui/drawn-formula.tsx',
  // parts of these screens that are loaded when they are needed
  'src/app/shell/connection-note.tsx',
  'src/app/shell/shell-background.tsx',
  'src/app/shell/profile-panel.tsx',
  'src/features/audio/lesson-audio.tsx',
  'src/features/classes/assigned.tsx',
  'src/features/courses/citations/passage-dialog.tsx',
  'src/features/courses/waiting-course.ts',
  'src/features/courses/lesson/lesson-menu-list.tsx',
  'src/features/courses/lesson/report-error.tsx',
  'src/features/courses/reading/contents-drawer.tsx',
  'src/features/courses/reading/read-aloud.tsx',
  'src/features/courses/reading/reading-options.tsx',
  'src/features/dashboard/streak-days.tsx',
  'src/features/dashboard/week-chart.tsx',
  'src/features/practice/cards/lesson-cards.tsx',
  'src/features/practice/final-task.tsx',
  'src/features/practice/forecast-chart.tsx',
  'src/features/simulations/lesson-simulations.tsx',
  'src/ui/markdown/lesson-maths.ts',
];
const FONTS = /((atkinson-hyperlegible-next|literata)-latin-wght-normal|open-zero).*\.woff2$/;
/** The address that answers with the app, whoever asks. */
const APP = '/courses';

/**
 * Keeps the files of the offline screens of all files of a build, and adds the app's page, as new with every build.
 * @param outDir of the build, which contains Vite's manifest
 */
export const offlineScreens =
  (outDir: string): ManifestTransform =>
  (entries) => {
    const chunks = JSON.parse(readFileSync(path.join(outDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk | undefined>;
    const needed = new Set<string>();
    const take = (key: string): void => {
      const chunk = chunks[key];
      if (!chunk) throw new Error(`${key} no longer has its own file: correct the list in offline-screens.ts`);
      if (needed.has(chunk.file)) return;
      for (const file of [chunk.file, ...(chunk.css ?? [])]) needed.add(file);
      chunk.imports?.forEach(take);
    };
    SCREENS.forEach(take);
    const manifest = entries.filter(({ url }) => needed.has(url) || FONTS.test(url));
    const revision = createHash('sha256')
      .update(entries.map(({ url, revision: own }) => `${url} ${own}`).join('\n'))
      .digest('hex');
    return { manifest: [...manifest, { url: APP, revision, size: 0 }] };
  };
