import { styled } from '@mui/material/styles';

/** For places where there is nothing yet. Each drawing is 160 × 120. */
const OF_EMPTY_PLACES = {
  /** A shelf with one leaning book and a plant. */
  shelf: (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="70" ry="46" />
      <path data-fill="warm" d="M18 92h124v8H18z" />
      <path d="M34 100v10l12-10M126 100v10l-12-10" />
      <path data-fill="paper" d="M40 34h14v58H40z" />
      <path data-line="petrol" d="M44 44h6M44 50h6" />
      <path data-fill="tint" d="M58 46l14-5 17 48-14 3z" />
      <path data-line="rust" d="M66 52l7-2.5" />
      <path data-fill="paper" d="M108 72h22l-4 20h-14z" />
      <path data-line="petrol" d="M119 72c0-12-2-18-10-24M119 66c1-10 6-15 13-17M119 60c-1-8 0-15 4-22" />
      <path
        data-fill="petrol"
        d="M109 48c-5-1-9 1-11 5 5 2 9 0 11-5zM132 49c1-5 5-8 10-7 0 5-4 8-10 7zM123 38c-3-4-3-9 1-12 3 4 3 8-1 12z"
      />
    </>
  ),
  /** A blank sheet under a magnifying glass. */
  'no-results': (
    <>
      <ellipse data-fill="ground" cx="78" cy="62" rx="66" ry="46" />
      <path data-fill="paper" d="M36 18h58l14 14v72H36z" />
      <path d="M94 18v14h14" />
      <path data-line="faint" d="M46 42h36M46 54h24M46 66h16M46 78h12" />
      <circle data-fill="warm" cx="92" cy="68" r="23" />
      <path data-line="rust" d="M80 66a12 12 0 0 1 9-10" />
      <path d="M109 85l20 19" strokeWidth="6" />
    </>
  ),
  /** Two speech bubbles, one of them still empty. */
  'no-messages': (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="70" ry="44" />
      <path data-fill="paper" d="M26 24h62a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H54L40 80V66H26a8 8 0 0 1-8-8V32a8 8 0 0 1 8-8z" />
      <path data-line="petrol" d="M32 40h46M32 50h28" />
      <path data-fill="warm" strokeDasharray="5 5" d="M108 52h26a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8h-4v14l-14-14H86a8 8 0 0 1-8-8v-4" />
      <circle data-fill="rust" cx="104" cy="72" r="2.5" />
      <circle data-fill="rust" cx="114" cy="72" r="2.5" />
      <circle data-fill="rust" cx="124" cy="72" r="2.5" />
    </>
  ),
  /** An open notebook with a pencil. */
  'no-notes': (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="44" />
      <path data-fill="paper" d="M80 36c-14-9-34-10-54-6v62c20-4 40-3 54 6 14-9 34-10 54-6V30c-20-4-40-3-54 6z" />
      <path d="M80 36v62" />
      <path data-line="faint" d="M36 46c12-2 22-1 32 3M36 58c12-2 22-1 32 3M36 70c12-2 22-1 32 3" />
      <path data-line="rust" d="M90 50c8-4 14-5 22-5" />
      <path data-fill="warm" d="M98 76l34-52 10 6-34 52-12 6z" />
      <path d="M126 33l10 6M98 76l10 6" />
    </>
  ),
  /** Cards put away, and the sun going down. */
  'no-reviews': (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="70" ry="44" />
      <circle data-fill="warm" cx="112" cy="42" r="20" />
      <path data-line="rust" d="M112 10v6M135 19l-5 5M144 42h-6M89 19l5 5" />
      <path data-fill="tint" d="M30 58l66-10 7 46-66 10z" />
      <path data-fill="paper" d="M24 50h70v46H24z" />
      <path data-line="petrol" d="M44 73l11 11 20-24" strokeWidth="4" />
    </>
  ),
  /** A market stall with one price tag. */
  'no-sales': (
    <>
      <ellipse data-fill="ground" cx="80" cy="66" rx="68" ry="42" />
      <path data-fill="paper" d="M34 54h92v50H34z" />
      <path data-fill="warm" d="M28 26h104l8 26c-3 7-17 8-22 0-5 8-20 8-25 0-5 8-21 8-26 0-5 8-20 8-25 0-5 8-19 7-22 0z" />
      <path d="M42 52l6-26M67 52l3-26M93 52l-3-26M118 52l-6-26" />
      <path data-fill="tint" d="M26 78h108v10H26z" />
      <path d="M96 54v6" />
      <path data-fill="rust" d="M88 60h16v12l-8 6-8-6z" />
      <path data-line="faint" d="M48 96h20M92 96h20" />
    </>
  ),
  /** A typewriter with a blank sheet. */
  'no-runs': (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="44" />
      <path data-fill="paper" d="M52 14h56v44H52z" />
      <path data-line="faint" d="M62 28h36M62 38h20" />
      <path data-fill="tint" d="M34 54h92v14H34z" />
      <path d="M26 58v6M134 58v6M34 61h-8M126 61h8" />
      <path data-fill="warm" d="M40 68h80l12 34H28z" />
      <path d="M50 80h.1M64 80h.1M78 80h.1M92 80h.1M106 80h.1M46 90h.1M62 90h.1M98 90h.1M114 90h.1" strokeWidth="5" />
      <path data-line="rust" d="M72 91h16" strokeWidth="4" />
    </>
  ),
  /** Two people, one of them still missing. */
  'no-people': (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="44" />
      <path data-fill="paper" d="M26 104c0-22 11-33 28-33s28 11 28 33z" />
      <circle data-fill="paper" cx="54" cy="50" r="16" />
      <path data-line="petrol" d="M47 53a8 8 0 0 0 14 0M48 46h.1M60 46h.1" strokeWidth="3" />
      <path data-fill="warm" strokeDasharray="5 5" d="M84 104c0-19 9-28 23-28s23 9 23 28z" />
      <circle data-fill="warm" strokeDasharray="5 5" cx="107" cy="57" r="14" />
      <path data-line="rust" d="M134 30v14M127 37h14" strokeWidth="3" />
    </>
  ),
  /** A blackboard above two desks, one of them still free. */
  'no-classes': (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="44" />
      <path data-fill="paper" d="M32 16h96v50H32z" />
      <path data-line="petrol" d="M44 52c8-24 16-24 24 0M48 44h16" />
      <path data-line="rust" d="M80 34h34M80 46h22" />
      <path d="M26 66h108" strokeWidth="4" />
      <path data-fill="tint" d="M28 84h44v8H28z" />
      <path data-fill="warm" strokeDasharray="5 5" d="M88 84h44v8H88z" />
      <path d="M34 92v14M66 92v14M94 92v14M126 92v14" />
      <path data-fill="petrol" d="M40 76h18v8H40z" />
    </>
  ),
  /** A house with lights in some of its windows. */
  'no-organisation': (
    <>
      <ellipse data-fill="ground" cx="80" cy="66" rx="70" ry="44" />
      <path data-fill="paper" d="M38 44h84v62H38z" />
      <path data-fill="tint" d="M30 44l50-24 50 24z" />
      <path d="M80 20V6" />
      <path data-fill="rust" d="M80 6h18l-4 5 4 5H80z" />
      <path data-fill="warm" d="M48 54h14v14H48zM98 54h14v14H98zM48 78h14v14H48z" />
      <path data-line="faint" strokeDasharray="4 4" d="M98 78h14v14H98z" />
      <path data-fill="petrol" d="M72 106V84a8 8 0 0 1 16 0v22z" />
      <path data-line="petrol" d="M73 54h14v14H73z" />
      <path d="M22 106h116" />
    </>
  ),
  /** A map with a pin. */
  'no-places': (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="44" />
      <path data-fill="paper" d="M24 42l34-12 44 12 34-12v62l-34 12-44-12-34 12z" />
      <path data-line="faint" d="M58 30v62M102 42v62" />
      <path data-line="petrol" strokeDasharray="4 6" d="M34 86c18-2 18-20 34-18s16 16 32 14" />
      <path data-fill="rust" d="M112 78c-11-14-17-21-17-31a17 17 0 0 1 34 0c0 10-6 17-17 31z" />
      <circle data-fill="paper" cx="112" cy="47" r="6" />
    </>
  ),
  /** A camera that has filmed nothing. */
  'no-videos': (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="44" />
      <path data-fill="tint" d="M104 62l32-16v46l-32-16z" />
      <path data-fill="paper" d="M30 42h70a6 6 0 0 1 6 6v44a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V48a6 6 0 0 1 6-6z" />
      <path data-fill="warm" d="M55 56l27 14-27 14z" />
      <path data-line="rust" d="M42 32l-5-12M65 30V17M88 32l5-12" />
    </>
  ),
  /** A sheet with a seal that has not been pressed yet. */
  'no-certificates': (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="70" ry="46" />
      <path data-fill="paper" d="M28 24h104v70H28z" />
      <path data-line="faint" d="M36 32h88v54H36z" />
      <path data-line="petrol" d="M56 46h48M48 58h40M48 68h26" />
      <path data-fill="tint" d="M100 90l-5 20 11-6 11 6-5-20z" />
      <circle data-fill="warm" strokeDasharray="4 4" cx="106" cy="78" r="16" />
      <path data-line="rust" d="M106 72c-3-2-6-2-9-2v12c3 0 6 0 9 2 3-2 6-2 9-2V70c-3 0-6 0-9 2zv12" />
    </>
  ),
  /** A ledger without an entry. */
  'no-records': (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="66" ry="46" />
      <path data-fill="paper" d="M44 18h74v86H44z" />
      <path data-fill="tint" d="M34 18h14v86H34z" />
      <path data-line="faint" d="M58 36h48M58 50h48M58 64h48M58 78h48M58 92h28" />
      <path data-line="petrol" d="M90 28v68" />
      <path data-fill="warm" d="M100 74l26-36 9 6-26 36-11 5z" />
    </>
  ),
  /** An empty tray beside a cup of tea. */
  'all-done': (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="44" />
      <path data-fill="paper" d="M30 62h52l12 22v20H18V84z" />
      <path d="M18 84h22c0 8 7 11 16 11s16-3 16-11h22" />
      <path data-line="petrol" d="M44 42l10 10 18-22" strokeWidth="4" />
      <path data-fill="warm" d="M108 76h30v17a11 11 0 0 1-11 11h-8a11 11 0 0 1-11-11z" />
      <path d="M138 81h5a6 6 0 0 1 0 12h-6" />
      <path data-line="rust" d="M117 66c-4-5 4-8 0-14M129 66c-4-5 4-8 0-14" />
    </>
  ),
  /** A seedling that grows out of an open book. */
  'first-course': (
    <>
      <ellipse data-fill="ground" cx="80" cy="60" rx="66" ry="46" />
      <path data-fill="paper" d="M80 74c-14-8-34-9-54-5v34c20-4 40-3 54 5 14-8 34-9 54-5V69c-20-4-40-3-54 5z" />
      <path d="M80 74v34" />
      <path data-line="faint" d="M36 80c12-2 22-1 32 3M36 90c12-2 22-1 32 3M124 80c-12-2-22-1-32 3M124 90c-12-2-22-1-32 3" />
      <path data-line="petrol" d="M80 74c0-16-1-26 2-40" strokeWidth="3" />
      <path data-fill="petrol" d="M81 54c-4-13-14-18-28-16 3 13 14 19 28 16zM82 40c2-14 11-22 27-22 0 14-11 23-27 22z" />
      <path data-line="rust" d="M118 40l6-4M112 50l8 2M44 26l-5-5M34 36l-7-2" />
    </>
  ),
} as const;

/** For places where something did not work. Each drawing is 160 × 120. */
const OF_FAILURES = {
  /** A plug pulled out of its socket. */
  offline: (
    <>
      <ellipse data-fill="ground" cx="80" cy="60" rx="70" ry="44" />
      <path data-fill="paper" d="M26 46h30a14 14 0 0 1 14 14v4a14 14 0 0 1-14 14H26z" />
      <path d="M70 55h12M70 69h12M26 62H6" />
      <path data-fill="warm" d="M134 46h-22a12 12 0 0 0-12 12v8a12 12 0 0 0 12 12h22z" />
      <path d="M134 62h20M108 55h8M108 69h8" />
      <path data-line="rust" d="M88 36l-4-12M96 34l3-13M104 38l9-9" />
    </>
  ),
  /** A pencil that broke on the page. */
  error: (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="42" />
      <path data-fill="paper" d="M22 34h92v66H22z" />
      <path data-line="faint" d="M34 50h40M34 62h26M34 86h56" />
      <path data-line="rust" d="M34 74c6-6 8 6 14 0s8 6 14 0 6 5 10 2" />
      <path data-fill="warm" d="M72 76l6-14 24-27 9 8-6 2 1 7-7 3 1 5-18 19z" />
      <path data-fill="warm" d="M118 30l16-16a6 6 0 0 1 9 8l-15 17-4-3 1-5-6 1z" />
      <path d="M78 62l8 8" />
      <path data-line="rust" d="M112 22l-2-8M104 28l-8-4M130 46l6 5" />
    </>
  ),
  /** A signpost whose arrows are empty. */
  'not-found': (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="66" ry="44" />
      <path data-fill="paper" d="M77 16h7v92h-7z" />
      <path data-fill="warm" d="M42 24h72l13 11-13 11H42z" />
      <path data-fill="tint" d="M118 54H50L37 65l13 11h68z" />
      <path data-line="rust" d="M56 35h8M72 35h8M88 35h8" />
      <path data-line="faint" d="M60 65h8M76 65h8M92 65h8" />
      <path d="M44 108c10-5 62-5 74 0" />
      <path data-line="petrol" d="M48 106c-1-6-4-9-8-11M50 105c0-6 2-9 5-12M114 106c1-6 3-9 8-11" />
    </>
  ),
  /** A book with a padlock. */
  'no-access': (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="66" ry="44" />
      <path data-fill="paper" d="M38 22h66a8 8 0 0 1 8 8v70H46a8 8 0 0 1-8-8z" />
      <path d="M38 92a8 8 0 0 1 8-8h66" />
      <path data-line="petrol" d="M54 38h40M54 48h24" />
      <path d="M92 74V64a14 14 0 0 1 28 0v10" strokeWidth="3.5" />
      <path data-fill="warm" d="M84 74h44v32H84z" />
      <circle data-fill="rust" cx="106" cy="87" r="4" />
      <path data-line="rust" d="M106 90v7" strokeWidth="3" />
    </>
  ),
} as const;

const DRAWINGS = { ...OF_EMPTY_PLACES, ...OF_FAILURES };

export type IllustrationName = keyof typeof DRAWINGS;

export const ILLUSTRATION_NAMES = Object.keys(DRAWINGS) as readonly IllustrationName[];

// lines in the text colour, areas in tints of petrol and rust: a shape's `data-fill` says which
const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  width: 160,
  height: 120,
  color: theme.vars.palette.text.primary,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2.25,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& [data-fill="paper"]': { fill: theme.vars.palette.background.paper },
  '& [data-fill="ground"]': { fill: theme.vars.palette.background.tint, stroke: 'none' },
  '& [data-fill="tint"]': { fill: theme.vars.palette.background.tint },
  '& [data-fill="warm"]': { fill: theme.vars.palette.background.warm },
  '& [data-fill="petrol"]': { fill: theme.vars.palette.primary.main, stroke: 'none' },
  '& [data-fill="rust"]': { fill: theme.vars.palette.secondary.main, stroke: 'none' },
  '& [data-line="petrol"]': { stroke: theme.vars.palette.primary.main },
  '& [data-line="rust"]': { stroke: theme.vars.palette.secondary.main },
  '& [data-line="faint"]': { stroke: theme.vars.palette.line.control, strokeWidth: 1.75 },
}));

/** A small line drawing for an empty, error or first state. The words beside it say the same, so screen readers skip it. */
export function Illustration({ name }: { readonly name: IllustrationName }) {
  return (
    <Drawing viewBox="0 0 160 120" aria-hidden="true" focusable="false" data-illustration={name}>
      {DRAWINGS[name]}
    </Drawing>
  );
}
