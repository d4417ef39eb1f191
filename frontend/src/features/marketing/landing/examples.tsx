import { t } from '#frontend/lib/text.ts';
import DrawnCover from '#frontend/ui/drawn-cover.tsx';

/** The motif is chosen by the English title, which is the same cover in every language. */
const examples = () =>
  [
    { cover: 'Reading the night sky', title: t('Reading the night sky'), aim: t('Find north without a compass.') },
    {
      cover: 'Statistics for everyday decisions',
      title: t('Statistics for everyday decisions'),
      aim: t('Know what a positive test says.'),
    },
    { cover: 'How tides work', title: t('How tides work'), aim: t('Read a harbour’s table.') },
    { cover: 'Bread at home', title: t('Bread at home'), aim: t('From flour to a loaf in a weekend.') },
  ] as const;

/** Courses one could ask for, with the covers they would get. */
export function Examples() {
  return (
    <section className="lp-chapter" aria-labelledby="examples-title">
      <h2 id="examples-title">{t('Ask for any subject')}</h2>
      <p className="lp-note">{t('Four examples. Every course gets a cover of its own.')}</p>
      <ul className="lp-shelf">
        {examples().map(({ cover, title, aim }) => (
          <li key={cover} className="lp-card">
            <div className="lp-cover">
              <DrawnCover title={cover} />
            </div>
            <h3>{title}</h3>
            <p className="lp-small">{aim}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
