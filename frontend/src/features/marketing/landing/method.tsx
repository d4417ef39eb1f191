import { Chapter } from '#frontend/features/marketing/landing/chapter.tsx';
import { MENTORS } from '#contract/investors/claims.ts';
import { t } from '#frontend/lib/text.ts';

const steps = () => [
  t('Describe the course: the topic, your goals, who it is for. Everything else has a sensible default.'),
  t('The outline appears first, then the lessons, each readable the moment it is finished.'),
  t('Leave whenever you like. The work goes on, unless you asked to check the outline first, and a finished course waits in My Courses.'),
];

const services = () =>
  [
    ['Claude', t('draws up the outline and writes lessons')],
    ['Grok', t('gathers what is current and practised in the field')],
    ['Gemini', t('writes lessons')],
    ['OpenAI', t('sets the questions and exercises')],
  ] as const;

/** How a course is made, and who writes it. */
export function Method() {
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
          <p className="lp-small">
            {MENTORS} <small className="lp-stated">{t('operator’s statement')}</small>
          </p>
        </div>
      </div>
    </Chapter>
  );
}
