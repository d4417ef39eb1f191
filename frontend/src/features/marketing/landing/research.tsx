import { Chapter } from '#frontend/features/marketing/landing/chapter.tsx';
import { SOURCES } from '#frontend/features/marketing/sources.ts';
import { t } from '#frontend/lib/text.ts';

/** The literature behind the structure of a course, with links to the publications. */
export function Research() {
  return (
    <Chapter
      id="research"
      title={t('Research and publications')}
      note={t('Independent studies by others. Links lead to the publishers, in a new window.')}
    >
      <p className="lp-measure">
        {t('How people learn has been measured for a long time. These publications shaped how a course is built here.')}
      </p>
      <ol className="lp-card lp-sources">
        {SOURCES.map(({ authors, year, title, journal, doi, note }) => (
          <li key={doi}>
            <p>
              {authors} ({year}).{' '}
              <a href={`https://doi.org/${doi}`} target="_blank" rel="noopener noreferrer">
                {title}
              </a>
              . <i>{journal}</i>.
            </p>
            <p className="lp-small">{note}</p>
          </li>
        ))}
      </ol>
    </Chapter>
  );
}
