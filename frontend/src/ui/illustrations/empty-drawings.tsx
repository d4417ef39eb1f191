/** Where nothing is yet. Each drawing is 160 × 120. */
export const OF_EMPTY_PLACES = {
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
  /** Two speech bubbles; one is still to be said. */
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
