import { Fragment, useEffect, useMemo, useRef, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { createLink } from '@tanstack/react-router';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { textDirection } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import type { ConceptMap, MapTerm, TermUse } from './build-concept-map.ts';
import { controlZoom, type MapZoom } from './control-zoom.ts';
import {
  boxAround,
  directionOf,
  LESSON_HEIGHT,
  neighbourIn,
  placeNodes,
  shortLabel,
  TITLE_LINE,
  titleLines,
  type PlacedLesson,
  type PlacedNode,
} from './place-nodes.ts';

const NodeLink = createLink('a');

const ZOOM_STEP = 1.3;
const PAN_STEP = 80;
/** A mouse that rests on a node for less than this does not select it, in ms. */
const REST_MS = 120;
/** On a map with more dotted lines than this, only those of the selected node are drawn. */
const MOST_DOTS = 120;
const KEYS = 'concept-map-keys';

interface MapCanvasProps {
  readonly courseId: string;
  readonly map: ConceptMap;
  readonly language: TextLanguage;
  /** The id of the chosen node. */
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** The nodes that match the search; null without a search. */
  readonly matches: ReadonlySet<string> | null;
}

/** The ids of the neighbours of each node of a map. */
function neighboursOf({ terms }: ConceptMap): ReadonlyMap<string, ReadonlySet<string>> {
  const near = new Map<string, Set<string>>();
  const connect = (one: string, other: string) => near.set(one, (near.get(one) ?? new Set()).add(other));
  for (const { id, uses } of terms) {
    for (const { lesson } of uses) {
      connect(id, lesson.id);
      connect(lesson.id, id);
    }
  }
  return near;
}

/**
 * The map as a drawing. Every node is a link to its passage. The drawing is one tab stop, in which arrow keys move from node to node. A
 * mouse resting on a node selects it; the first tap selects a node, the second opens it.
 */
export default function MapCanvas({ courseId, map, language, chosen, onChoose, matches }: MapCanvasProps) {
  const svg = useRef<SVGSVGElement>(null);
  const drawing = useRef<SVGGElement>(null);
  const zoom = useRef<MapZoom>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The node that the mouse last rested on. */
  const hovered = useRef<string | null>(null);
  /** The node under a finger that was not selected before. */
  const touched = useRef<string | null>(null);
  const isRightToLeft = textDirection() === 'rtl';
  const nodes = useMemo(() => placeNodes(map, isRightToLeft), [map, isRightToLeft]);
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node] as const)), [nodes]);
  const whole = useMemo(() => boxAround(nodes), [nodes]);
  const near = useMemo(() => neighboursOf(map), [map]);
  const hasAllDots = map.terms.reduce((sum, { uses }) => sum + uses.filter(({ isExplained }) => !isExplained).length, 0) <= MOST_DOTS;
  const grounds = useMemo(() => [...Map.groupBy(nodes.filter(isLesson), ({ lesson }) => lesson.place.module).values()], [nodes]);

  useEffect(() => {
    const frame = svg.current!;
    const control = controlZoom(frame, drawing.current!, whole);
    zoom.current = control;
    control.begin(whole, isRightToLeft);
    let width = frame.clientWidth;
    const resized = new ResizeObserver(() => {
      // the height of the window changes with the toolbars of a phone's browser
      if (frame.clientWidth === width) return;
      width = frame.clientWidth;
      control.begin(whole, isRightToLeft);
    });
    resized.observe(frame);
    return () => {
      resized.disconnect();
      control.stop();
    };
  }, [whole, isRightToLeft]);
  useEffect(() => {
    const found = nodes.filter(({ id }) => matches?.has(id));
    if (found.length > 0) zoom.current?.show(boxAround(found, 120));
  }, [nodes, matches]);
  useEffect(() => {
    const node = chosen === null || chosen === hovered.current ? undefined : byId.get(chosen);
    // selected beside the map
    if (node && !svg.current!.contains(document.activeElement)) zoom.current?.reveal(node);
  }, [chosen, byId]);
  useEffect(() => () => clearTimeout(rest.current), []);

  const chosenNear = chosen === null ? null : (near.get(chosen) ?? new Set<string>());
  const stateOf = (id: string): 'chosen' | 'near' | 'far' | undefined => {
    if (chosenNear) return id === chosen ? 'chosen' : chosenNear.has(id) ? 'near' : 'far';
    if (!matches) return undefined;
    if (matches.has(id)) return 'chosen';
    return [...(near.get(id) ?? [])].some((other) => matches.has(other)) ? 'near' : 'far';
  };
  const edgeState = (term: string, lesson: string): 'near' | 'far' | undefined => {
    const [one, other] = [stateOf(term), stateOf(lesson)];
    if (one === undefined) return undefined;
    return one === 'chosen' || other === 'chosen' ? 'near' : 'far';
  };
  const tabStop = chosen ?? nodes.find(({ id }) => matches?.has(id))?.id ?? nodes[0]?.id;

  const focusOn = ({ id }: PlacedNode) => svg.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  const pressKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directionOf(event.key);
    const from = byId.get(tabStop ?? '');
    if (direction && event.shiftKey) zoom.current?.pan(direction[0] * PAN_STEP, direction[1] * PAN_STEP);
    else if (direction && from) {
      const next = neighbourIn(nodes, from, direction);
      if (next) focusOn(next);
    } else if (event.key === '+' || event.key === '=') zoom.current?.zoom(ZOOM_STEP);
    else if (event.key === '-') zoom.current?.zoom(1 / ZOOM_STEP);
    else if (event.key === '0') zoom.current?.show(whole);
    else return;
    event.preventDefault();
  };
  const chooseHovered = (id: string) => {
    hovered.current = id;
    onChoose(id);
  };
  const handlers = (node: PlacedNode) => ({
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(rest.current);
      if (pointerType === 'mouse') rest.current = setTimeout(chooseHovered, REST_MS, node.id);
    },
    onPointerLeave: () => clearTimeout(rest.current),
    onPointerDown: ({ pointerType }: PointerEvent) => {
      touched.current = pointerType === 'touch' && node.id !== chosen ? node.id : null;
    },
    onClick: (event: { preventDefault: () => void }) => {
      if (touched.current !== node.id) return;
      touched.current = null;
      event.preventDefault();
      onChoose(node.id);
    },
    onFocus: ({ currentTarget }: FocusEvent<Element>) => {
      onChoose(node.id);
      // while a mouse button is pressed, the map must not move
      if (currentTarget.matches(':focus-visible')) zoom.current?.reveal(node);
    },
  });

  return (
    <>
      <Drawing
        ref={svg}
        role="group"
        aria-label={t('Concept map')}
        aria-describedby={KEYS}
        onKeyDown={pressKey}
        // as high as the map, if all of it fits
        style={{ aspectRatio: `${whole.width} / ${whole.height}`, maxHeight: `min(${whole.height}px, max(22rem, 78dvh))` }}
      >
        <g ref={drawing}>
          {grounds.map((lessons) => {
            const { x, y, width, height } = boxAround(lessons, 22);
            return <rect key={lessons[0]!.id} data-ground="" x={x - width / 2} y={y - height / 2} width={width} height={height} rx={36} />;
          })}
          {map.terms.flatMap(({ id, uses }) =>
            uses
              .filter(({ lesson, isExplained }) => isExplained || hasAllDots || edgeState(id, lesson.id) === 'near')
              .map(({ lesson, isExplained }) => (
                <path
                  key={`${id} ${lesson.id}`}
                  data-edge={isExplained ? 'explains' : 'uses'}
                  data-state={edgeState(id, lesson.id)}
                  d={curveBetween(byId.get(lesson.id)!, byId.get(id)!)}
                />
              )),
          )}
          {map.lessons.slice(1).map((lesson, at) => (
            <path key={lesson.id} data-edge="next" d={curveBetween(byId.get(map.lessons[at]!.id)!, byId.get(lesson.id)!)} />
          ))}
          {nodes.map((node) => {
            const place = isLesson(node) ? node.lesson.place : explanationOf(node.term).lesson.place;
            return (
              <NodeLink
                key={node.id}
                to={LEARN}
                params={learnParams(courseId, place)}
                search={isLesson(node) ? {} : { passage: explanationOf(node.term).passage }}
                data-node={node.id}
                data-kind={node.kind}
                data-state={stateOf(node.id)}
                tabIndex={node.id === tabStop ? 0 : -1}
                aria-label={nodeLabel(node)}
                {...handlers(node)}
              >
                <g transform={`translate(${node.x} ${node.y})`}>
                  <rect x={-node.width / 2} y={-node.height / 2} width={node.width} height={node.height} rx={isLesson(node) ? 12 : 15} />
                  {isLesson(node) ? (
                    <>
                      <text data-number="" y={17 - textHeight(node) / 2}>
                        {node.lesson.id}
                      </text>
                      {titleLines(node.lesson.title).map((line, at) => (
                        // the lines are parts of one name
                        <Fragment key={at}>
                          {' '}
                          <text y={40 + at * TITLE_LINE - textHeight(node) / 2} lang={language.lang} direction={language.dir}>
                            {formulaWords(line, language.dir)}
                          </text>
                        </Fragment>
                      ))}
                    </>
                  ) : (
                    <text lang={language.lang} direction={language.dir}>
                      {formulaWords(shortLabel(node.term.term), language.dir)}
                    </text>
                  )}
                </g>
              </NodeLink>
            );
          })}
        </g>
      </Drawing>
      <ActionRow>
        <Button variant="outlined" color="inherit" size="small" onClick={() => zoom.current?.zoom(ZOOM_STEP)}>
          {t('Zoom in')}
        </Button>
        <Button variant="outlined" color="inherit" size="small" onClick={() => zoom.current?.zoom(1 / ZOOM_STEP)}>
          {t('Zoom out')}
        </Button>
        <Button variant="outlined" color="inherit" size="small" onClick={() => zoom.current?.show(whole)}>
          {t('Show the whole map')}
        </Button>
      </ActionRow>
      <Typography id={KEYS} variant="body2" color="textSecondary" sx={{ marginBlockStart: 1, display: { xs: 'none', md: 'block' } }}>
        {t(
          'Arrow keys move between items, and with Shift they move the map; + and − zoom, 0 shows the whole map, and Enter opens the lesson.',
        )}
      </Typography>
    </>
  );
}

/** A lesson's number and title, vertically centred in a frame that may be taller. */
const textHeight = ({ lesson }: PlacedLesson): number => LESSON_HEIGHT + (titleLines(lesson.title).length - 1) * TITLE_LINE;

const isLesson = (node: PlacedNode): node is PlacedLesson => node.kind === 'lesson';

/** The first lesson that explains a term. */
const explanationOf = ({ uses }: MapTerm): TermUse => uses.find(({ isExplained }) => isExplained)!;

/** The name of a node for screen readers. */
const nodeLabel = (node: PlacedNode): string =>
  node.kind === 'lesson'
    ? t('Lesson {n}: {title}', { n: node.id, title: node.lesson.title })
    : t('{n, plural, one {{term}, in # lesson} other {{term}, in # lessons}}', { term: node.term.term, n: node.term.uses.length });

/** The drawing of a map, in the style of the illustrations. `data-state` of a part: `chosen`, `near` to it, or `far` from it. */
const Drawing = styled('svg')(({ theme }) => {
  const { background, line, primary, secondary, text, focus } = theme.vars.palette;
  return {
    display: 'block',
    width: '100%',
    minHeight: '14rem',
    backgroundColor: background.paper,
    border: `1px solid ${line.hairline}`,
    borderRadius: theme.shape.borderRadius,
    cursor: 'grab',
    touchAction: 'none',
    userSelect: 'none',
    fontFamily: FONTS.ui,
    fontSize: 14,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    '&:active': { cursor: 'grabbing' },
    '& [data-ground]': { fill: background.tint, stroke: 'none' },
    '& path': { fill: 'none', stroke: line.control, strokeWidth: 1.5 },
    '& path[data-edge="uses"]': { strokeDasharray: '1 6', strokeWidth: 2 },
    '& path[data-edge="next"]': { stroke: primary.main, strokeWidth: 2.5 },
    '& path[data-state="near"]': { stroke: secondary.main, strokeWidth: 3 },
    '& path[data-state="far"]': { opacity: 0.25 },
    '& a': { cursor: 'pointer', outline: 'none', color: text.primary },
    '& a rect': { stroke: 'currentColor', strokeWidth: 2 },
    '& a text': { fill: 'currentColor', textAnchor: 'middle', dominantBaseline: 'central' },
    '& a[data-kind="lesson"] rect': { fill: background.paper, stroke: primary.main, strokeWidth: 2.25 },
    '& a[data-kind="lesson"] text[data-number]': { fill: primary.main, fontFamily: FONTS.reading, fontWeight: 620 },
    '& a[data-kind="term"] rect': { fill: background.warm },
    '& a[data-state="far"] rect, & a[data-state="far"] text': { opacity: 0.4 },
    '& a[data-state="near"] rect': { stroke: secondary.main, strokeWidth: 3 },
    '& a[data-state="chosen"] rect': { fill: primary.main, stroke: primary.main, strokeWidth: 3 },
    '& a[data-state="chosen"] text, & a[data-state="chosen"] text[data-number]': { fill: primary.contrastText },
    '& a:hover rect': { strokeWidth: 3 },
    '& a:focus-visible rect': { stroke: focus.main, strokeWidth: 5 },
  };
});

/** A slightly bent curve between two places, as if drawn by hand. */
function curveBetween(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }): string {
  const bend = 0.08;
  const middleX = (from.x + to.x) / 2 + (to.y - from.y) * bend;
  const middleY = (from.y + to.y) / 2 - (to.x - from.x) * bend;
  return `M${from.x} ${from.y}Q${Math.round(middleX)} ${Math.round(middleY)} ${to.x} ${to.y}`;
}
