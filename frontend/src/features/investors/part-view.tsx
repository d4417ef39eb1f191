import { createElement } from 'react';
import { STATED, type Bars, type Part, type Phase, type Statement } from '#contract/investors/material.ts';

/** Bars with their values as text, which is the information; the bars only illustrate it. */
function BarList({ caption, longest, bars, ground }: Bars) {
  return (
    <figure className="iv-chart">
      <ul aria-label={caption}>
        {bars.map(({ name, value, label }) => (
          <li key={name}>
            <span>{name}</span> <b>{label}</b>
            <i aria-hidden="true" style={{ inlineSize: `${Math.max(0.5, (value / longest) * 100)}%` }} />
          </li>
        ))}
      </ul>
      <figcaption>
        {caption} ({STATED}). {ground}
      </figcaption>
    </figure>
  );
}

function Statements({ items }: { readonly items: readonly Statement[] }) {
  return (
    <dl className="iv-figures">
      {items.map(({ figure, label }) => (
        <div key={label}>
          <dt>
            {label} <span className="iv-stated">{STATED}</span>
          </dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

const points = (items: readonly string[]) => (
  <ul className="iv-points">
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

function PhaseView({ phase, level }: { readonly phase: Phase; readonly level: number }) {
  return (
    <div className="iv-phase">
      {createElement(`h${level}`, null, phase.title, ' ', <span className="iv-label">{phase.label}</span>)}
      {points(phase.points)}
    </div>
  );
}

interface PartViewProps {
  readonly part: Part;
  /** Level of its heading: 2 on a page, 3 in a dialog. */
  readonly level: 2 | 3;
  readonly id?: string;
}

/** One chapter or slide of the material. */
export function PartView({ part, level, id }: PartViewProps) {
  return (
    <section className="iv-part" id={id}>
      {createElement(`h${level}`, null, part.title)}
      {part.text?.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {part.statements && <Statements items={part.statements} />}
      {part.phases?.map((phase) => (
        <PhaseView key={phase.title} phase={phase} level={level + 1} />
      ))}
      {part.points && points(part.points)}
      {part.bars?.map((bars) => (
        <BarList key={bars.caption} {...bars} />
      ))}
    </section>
  );
}
