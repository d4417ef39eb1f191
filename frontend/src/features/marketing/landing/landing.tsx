import { PRODUCT } from '#contract/product.ts';
import { RATING, COMPLIANCE, PARTNERS, MENTORS } from '#contract/investors/claims.ts';
import { leadsIn, SERVICES, type CourseRole } from '#contract/platform/ai-services.ts';
import { VENDOR_NAMES } from '#contract/platform/service-names.ts';
import { Chapter } from '#frontend/features/marketing/landing/chapter.tsx';
import { Closing, Footer } from '#frontend/features/marketing/landing/closing.tsx';
import { GetStarted } from '#frontend/features/marketing/landing/get-started.tsx';
import { Opening } from '#frontend/features/marketing/landing/opening.tsx';
import { Prices } from '#frontend/features/marketing/landing/prices.tsx';
import { SOURCES } from '#frontend/features/marketing/sources.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import DrawnCover from '#frontend/ui/drawn-cover.tsx';

function Bar() {
  return (
    <div className="lp-bar">
      <a className="lp-brand" href="/">
        {PRODUCT}
      </a>
      <nav aria-label={t('Contents')}>
        <ul>
          <li>
            <a href="#pricing">{t('Prices')}</a>
          </li>
          <li>
            <a href="#partnerships">{t('Partnerships')}</a>
          </li>
          <li>
            <a href="#research">{t('Research')}</a>
          </li>
          <li>
            <a href="/sign-in">{t('Sign in')}</a>
          </li>
        </ul>
      </nav>
      <GetStarted isPrimary>{t('Get Started Free')}</GetStarted>
    </div>
  );
}

/** The landing page. Plain elements, so that it works without any script. */
export function Landing() {
  return (
    <div className="lp">
      <aside className="lp-banner" aria-label={t('Rating')}>
        <span>{t('Rated {rating}', { rating: RATING })}</span>{' '}
        <span className="lp-white-paper" data-needs-script="">
          <button type="button" className="lp-button" data-material="white-paper">
            {t('Download White Paper')}
          </button>
          <span role="alert" data-material-note="" />
        </span>
      </aside>
      <header className="lp-header">
        <Bar />
      </header>
      <main>
        <Opening />
        <Examples />
        <Product />
        <Method />
        <Prices />
        <Partnerships />
        <Research />
        <Closing />
      </main>
      <Footer />
    </div>
  );
}

/** The literature behind the structure of a course, with links to the publications. */
function Research() {
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

/** The English title chooses the motif, so that it is the same in every language; the market is searched for the words. */
const examples = () =>
  [
    { cover: 'Reading the night sky', words: 'night sky', title: t('Reading the night sky'), aim: t('Find north without a compass.') },
    {
      cover: 'Statistics for everyday decisions',
      words: 'statistics',
      title: t('Statistics for everyday decisions'),
      aim: t('Know what a positive test says.'),
    },
    { cover: 'How tides work', words: 'tides', title: t('How tides work'), aim: t('Read a harbour’s table.') },
    { cover: 'Bread at home', words: 'bread', title: t('Bread at home'), aim: t('From flour to a loaf in a weekend.') },
  ] as const;

/** Examples of courses to request, with their covers; each links to the market's courses on the subject. */
function Examples() {
  return (
    <section className="lp-chapter" aria-labelledby="examples-title">
      <h2 id="examples-title">{t('Ask for any subject')}</h2>
      <p className="lp-note">{t('Four examples. Every course gets a cover of its own.')}</p>
      <ul className="lp-shelf">
        {examples().map(({ cover, words, title, aim }) => (
          <li key={cover} className="lp-card">
            <div className="lp-cover">
              <DrawnCover title={cover} />
            </div>
            <h3>
              <a href={`/market?q=${encodeURIComponent(words)}`}>{title}</a>
            </h3>
            <p className="lp-small">{aim}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Screenshots of the product, 1,440 × 900 px; `npm run screens` takes new ones. */
const views = () =>
  [
    {
      picture: 'run',
      title: t('Watch it being written'),
      line: t('The outline stands within seconds, and every lesson can be read the moment it is finished.'),
      alt: t('The page of a course being written: some lessons can be read, others are being written, and the services say what they do.'),
    },
    {
      picture: 'lesson',
      title: t('Read it'),
      line: t('Figures, questions within the text, notes, a mentor beside it, and a voice that reads aloud.'),
      alt: t('A lesson in three columns: the contents of the course, the text with a figure, and the reader’s notes.'),
    },
    {
      picture: 'map',
      title: t('See how it hangs together'),
      line: t('A map of the course shows which lesson explains a term and which ones use it.'),
      alt: t('The concept map of a course: its terms as nodes, joined to the lessons that explain and use them.'),
    },
  ] as const;

/** The product itself: a run, a lesson and the map of a course. */
function Product() {
  return (
    <section className="lp-chapter" aria-labelledby="product-title">
      <h2 id="product-title">{t('What you get')}</h2>
      <ul className="lp-views">
        {views().map(({ picture, title, line, alt }) => (
          <li key={picture} className="lp-card">
            <img src={`/product/${picture}.webp`} alt={alt} width={1440} height={900} loading="lazy" decoding="async" />
            <h3>{title}</h3>
            <p className="lp-small">{line}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The operator's statements about partners and compliance, as text (LAND-18). */
function Partnerships() {
  return (
    <Chapter id="partnerships" title={t('Partnerships and compliance')}>
      <div className="lp-columns">
        <div className="lp-card">
          <dl className="lp-figures">
            {PARTNERS.map(({ figure, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
          <p>
            {t('What is done for readers with disabilities, and what is not yet, stands in the')}{' '}
            <a href="/accessibility-statement" target="_blank" rel="noopener">
              {t('accessibility statement')}
            </a>
            {'; '}
            {t('what is kept about you, in the')}{' '}
            <a href="/privacy-policy" target="_blank" rel="noopener">
              {t('privacy policy')}
            </a>
            .
          </p>
        </div>
        <div className="lp-card">
          <h3>{t('Committed to')}</h3>
          <dl className="lp-rows">
            {COMPLIANCE.map(({ name, full }) => (
              <div key={name}>
                <dt className="lp-name">{name}</dt>
                <dd className="lp-grow">{full}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Chapter>
  );
}

const steps = () => [
  t('Describe the course: the topic, your goals, who it is for. Everything else has a sensible default.'),
  t('The outline appears first, then the lessons, each readable the moment it is finished.'),
  t('Leave whenever you like. The work goes on, unless you asked to check the outline first, and a finished course waits in My Courses.'),
];

const DEEDS: Readonly<Record<Exclude<CourseRole, 'review'>, () => string>> = {
  outline: () => t('draws up the outline'),
  research: () => t('gathers what is current and practised in the field'),
  lesson: () => t('writes lessons'),
  practice: () => t('sets the questions and exercises'),
};
const roles = Object.keys(DEEDS) as (keyof typeof DEEDS)[];

/** Which service leads in which task, in the order of the work. */
const services = () =>
  [...new Set(roles.flatMap((role) => SERVICES.filter((service) => leadsIn(service).includes(role))))].map((service) => [
    VENDOR_NAMES[service],
    formatList(roles.filter((role) => leadsIn(service).includes(role)).map((role) => DEEDS[role]())),
  ]);

/** How a course is made, and who writes it. */
function Method() {
  return (
    <Chapter
      id="method"
      title={t('How it works')}
      note={t(
        'While a second service can be reached, each lesson is checked by one that did not write it; a lesson that was not checked says so. When one is unavailable, the others take over its part.',
      )}
    >
      <div className="lp-columns">
        <ol className="lp-card lp-rows">
          {steps().map((step, index) => (
            <li key={step}>
              <span className="lp-step" aria-hidden="true">
                {index + 1}
              </span>
              <span className="lp-grow">{step}</span>
            </li>
          ))}
        </ol>
        <div className="lp-card">
          <h3>{t('Who writes it')}</h3>
          <ul className="lp-rows">
            {services().map(([name, role]) => (
              <li key={name}>
                <b className="lp-name">{name}</b>
                <span className="lp-grow">{role}</span>
              </li>
            ))}
          </ul>
          <p className="lp-small">{MENTORS}</p>
          <p className="lp-small">
            {t('An installation without an AI service gives courses of a demo library, which people wrote and checked.')}
          </p>
        </div>
      </div>
    </Chapter>
  );
}
