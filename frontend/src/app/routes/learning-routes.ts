import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import {
  conceptMapSearch,
  audioSearch,
  coursesSearch,
  historySearch,
  learningSearch,
  mentorSearch,
  nearbySearch,
  notesSearch,
  studySearch,
} from '#frontend/app/route-search.ts';
import { fetchOnEnter } from '#frontend/app/routes/fetch-data.ts';

const coursesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses',
  validateSearch: coursesSearch,
  loader: ({ cause }) =>
    fetchOnEnter(cause, async (userId) => (await import('#frontend/pages/courses/courses-data.ts')).fetchCourses(userId)),
  component: lazyRouteComponent(() => import('#frontend/pages/courses-page.tsx')),
});

const courseDetailsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId',
  loader: ({ cause, params }) =>
    fetchOnEnter(cause, async (userId) => (await import('#frontend/pages/courses/course-data.ts')).fetchCourse(userId, params.courseId)),
  component: lazyRouteComponent(() => import('#frontend/pages/course-details-page.tsx')),
});

/** `$module` and `$lesson` are zero-based, like the specified lesson index `0_1`. */
const learningRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/learn/$module/$lesson',
  validateSearch: learningSearch,
  loader: ({ cause, params }) =>
    fetchOnEnter(cause, async (userId) => (await import('#frontend/pages/courses/course-data.ts')).fetchCourse(userId, params.courseId)),
  component: lazyRouteComponent(() => import('#frontend/pages/learning-page.tsx')),
});

const courseDoneRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/done',
  component: lazyRouteComponent(() => import('#frontend/pages/courses/course-done-page.tsx')),
});

const glossaryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/glossary',
  component: lazyRouteComponent(() => import('#frontend/pages/glossary-page.tsx')),
});

const courseCardsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/cards',
  component: lazyRouteComponent(() => import('#frontend/pages/courses/course-cards-page.tsx')),
});

const courseAboutRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/about',
  component: lazyRouteComponent(() => import('#frontend/pages/courses/course-about-page.tsx')),
});

const conceptMapRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/concept-map',
  validateSearch: conceptMapSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/concept-map-page.tsx')),
});

const simulationRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/simulations/$simulationId',
  component: lazyRouteComponent(() => import('#frontend/pages/simulation-page.tsx')),
});

const audioRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/audio',
  validateSearch: audioSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/audio-page.tsx')),
});

const videosRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/videos',
  loader: ({ cause }) =>
    fetchOnEnter(cause, async (userId) => (await import('#frontend/pages/courses/videos-data.ts')).fetchVideos(userId)),
  validateSearch: (search): { q?: string } => (typeof search.q === 'string' && search.q ? { q: search.q.slice(0, 200) } : {}),
  component: lazyRouteComponent(() => import('#frontend/pages/videos-page.tsx')),
});

const nearbyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/nearby',
  validateSearch: nearbySearch,
  component: lazyRouteComponent(() => import('#frontend/pages/community/nearby-page.tsx')),
});

const voiceNotesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/voice-notes',
  validateSearch: (search): { q?: string } => (typeof search.q === 'string' && search.q ? { q: search.q.slice(0, 200) } : {}),
  component: lazyRouteComponent(() => import('#frontend/pages/voice/voice-notes-page.tsx')),
});

const notesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notes',
  validateSearch: notesSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/notes-page.tsx')),
});

const mentorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/mentor',
  validateSearch: mentorSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/mentor-page.tsx')),
});

const courseEditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/edit/$lessonId',
  component: lazyRouteComponent(() => import('#frontend/pages/course-edit-page.tsx')),
});

const courseHistoryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/history',
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('#frontend/pages/course-history-page.tsx')),
});

/** `$taskId` is the run that wrote the new text. */
const courseProposalRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/courses/$courseId/proposals/$taskId',
  component: lazyRouteComponent(() => import('#frontend/pages/course-proposal-page.tsx')),
});

const dashboardPages = () => import('#frontend/pages/dashboard-pages.tsx');
const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard',
  component: lazyRouteComponent(dashboardPages, 'DashboardPage'),
});
const achievementsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard/achievements',
  component: lazyRouteComponent(dashboardPages, 'AchievementsPage'),
});
const pointsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard/points',
  component: lazyRouteComponent(dashboardPages, 'PointsPage'),
});

const reviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/review',
  component: lazyRouteComponent(dashboardPages, 'ReviewPage'),
});

/** The due cards of a deck, or everything due in a course, as a full-screen session. */
const studyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/review/study',
  validateSearch: studySearch,
  component: lazyRouteComponent(() => import('#frontend/pages/courses/study-page.tsx')),
});

const cardsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/review/cards',
  validateSearch: (search): { deck?: string | undefined } =>
    typeof search.deck === 'string' && search.deck ? { deck: search.deck.slice(0, 120) } : {},
  component: lazyRouteComponent(() => import('#frontend/pages/cards-page.tsx')),
});

const certificatesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/certificates',
  component: lazyRouteComponent(() => import('#frontend/pages/courses/certificates-page.tsx')),
});

export const learningRoutes = [
  certificatesRoute,
  reviewRoute,
  studyRoute,
  cardsRoute,
  dashboardRoute,
  achievementsRoute,
  pointsRoute,
  coursesRoute,
  courseDetailsRoute,
  learningRoute,
  courseDoneRoute,
  glossaryRoute,
  courseCardsRoute,
  courseAboutRoute,
  conceptMapRoute,
  simulationRoute,
  audioRoute,
  videosRoute,
  voiceNotesRoute,
  nearbyRoute,
  notesRoute,
  mentorRoute,
  courseEditRoute,
  courseHistoryRoute,
  courseProposalRoute,
];
