import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aLesson } from '#frontend/features/courses/course.factory.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { buildConceptMap } from './build-concept-map.ts';
import { ConceptMapView, type MapChoice } from './concept-map-view.tsx';
import { NodePanel } from './node-panel.tsx';

const onChange = vi.fn();
const onChoose = vi.fn();
const mapOf = (...contents: string[]) =>
  buildConceptMap({ modules: [{ title: 'M', summary: '', lessons: contents.map((content, at) => aLesson(0, at, { content })) }] }, 'en');
const BEES = mapOf('A **swarm** is a colony that leaves. A **smoker** is a can that calms.', 'A swarm settles.');
const shared = { courseId: 'course-1', language: { lang: 'en' }, chosen: null, onChoose };
const showList = (map = BEES, choice: MapChoice = {}, untranslated = 0) =>
  showScreen(<ConceptMapView {...shared} map={map} untranslated={untranslated} view="list" choice={choice} onChange={onChange} />);
const listed = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

describe('the concept map as a list', () => {
  it('has the terms that connect lessons, each with links to its passages, and the others on request', async () => {
    const { unmount } = await showList();
    expect(listed()).toEqual(['swarm']);
    expect(screen.getByRole('status').textContent).toBe('1 of 2 terms, 2 lessons');
    const links = screen.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['1.1 Lesson 0.0', '1.2 Lesson 0.1 (also used)']);
    expect(links[1]!.getAttribute('href')).toBe('/courses/course-1/learn/0/1?passage=A+swarm+settles.');
    fireEvent.click(screen.getByRole('switch', { name: 'Show terms that only one lesson uses' }));
    expect(onChange).toHaveBeenCalledWith({ all: 'yes' });
    unmount();
    await showList(BEES, { all: 'yes' });
    expect(listed()).toEqual(['smoker', 'swarm']);
  });

  it('has all terms if none connects lessons', async () => {
    await showList(mapOf('A **smoker** is a can that calms.', 'Nothing else.'));
    expect(listed()).toEqual(['smoker']);
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('is searched by terms and by lessons', async () => {
    const { unmount } = await showList(BEES, { all: 'yes', q: 'SMOK' });
    expect([listed(), screen.getByRole('status').textContent]).toEqual([['smoker'], '1 match']);
    unmount();
    await showList(BEES, { all: 'yes', q: 'Lesson 0.1' });
    expect(listed()).toEqual(['swarm']);
  });

  it('says so if a course has no glossary, a search finds nothing, or lessons are not translated', async () => {
    const { unmount } = await showList(mapOf('Nothing stands out.'));
    expect(screen.getByRole('heading', { name: 'This course has no glossary' })).toBeTruthy();
    unmount();
    await showList(BEES, { q: 'honey' }, 2);
    expect(screen.getByRole('status').textContent).toBe('No matches');
    expect(screen.getByRole('alert').textContent).toMatch(/^2 lessons are not translated yet/);
  });
});

describe('beside the concept map', () => {
  it('a chosen term has its sentence and its passages, a chosen lesson its terms', async () => {
    const { unmount } = await showScreen(<NodePanel {...shared} map={BEES} chosen="term swarm" />);
    expect(screen.getByRole('heading', { name: 'swarm' })).toBeTruthy();
    expect(screen.getByText('A swarm is a colony that leaves.')).toBeTruthy();
    expect(screen.getAllByRole('link')).toHaveLength(2);
    unmount();
    await showScreen(<NodePanel {...shared} map={BEES} chosen="1.1" />);
    expect(screen.getByRole('link', { name: 'Open the lesson' }).getAttribute('href')).toBe('/courses/course-1/learn/0/0');
    fireEvent.click(screen.getByRole('button', { name: 'smoker' }));
    expect(onChoose).toHaveBeenCalledWith('term smoker');
  });
});
