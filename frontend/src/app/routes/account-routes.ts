import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import { billingSearch, classSearch, organisationSearch, rostersSearch } from '#frontend/app/route-search.ts';
import { usageSearch } from '#frontend/features/billing/usage/usage-search.ts';

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('#frontend/pages/account/account-page.tsx')),
});

const billingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/billing',
  validateSearch: billingSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/billing-page.tsx')),
});

const usageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/usage',
  validateSearch: usageSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/usage-page.tsx')),
});

const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('#frontend/pages/account/profile-page.tsx')),
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('#frontend/pages/account/settings-page.tsx')),
});

const programsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/programs',
  component: lazyRouteComponent(() => import('#frontend/pages/account/programs-page.tsx')),
});

const organisationRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/organisation',
  validateSearch: organisationSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/organisation-page.tsx'), 'OrganisationPage'),
});

const organisationSignInRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/organisation/sign-in',
  component: lazyRouteComponent(() => import('#frontend/pages/account/organisation-sign-in-page.tsx')),
});

const learningPlatformsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/organisation/lms',
  component: lazyRouteComponent(() => import('#frontend/pages/account/learning-platforms-page.tsx')),
});

const classesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/classes',
  component: lazyRouteComponent(() => import('#frontend/pages/classes/classes-page.tsx')),
});

const classPage = lazyRouteComponent(() => import('#frontend/pages/classes/class-page.tsx'));
const classRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/classes/$classId',
  validateSearch: classSearch,
  component: classPage,
});
const classPartRoute = createRoute({ getParentRoute: () => appRoute, path: '/classes/$classId/$part', component: classPage });

const assignmentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/classes/$classId/assignments/$assignmentId',
  component: lazyRouteComponent(() => import('#frontend/pages/classes/assignment-page.tsx')),
});

const rostersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/organisation/lists',
  validateSearch: rostersSearch,
  component: lazyRouteComponent(() => import('#frontend/pages/account/organisation-page.tsx'), 'RostersPage'),
});

const directoryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/organisation/directory',
  component: lazyRouteComponent(() => import('#frontend/pages/account/organisation-page.tsx'), 'DirectoryPage'),
});

const organisationProgramsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/organisation/programs',
  component: lazyRouteComponent(() => import('#frontend/pages/account/organisation-page.tsx'), 'OrganisationProgramsPage'),
});

const organisationAuditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/organisation/audit',
  component: lazyRouteComponent(() => import('#frontend/pages/account/organisation-page.tsx'), 'OrganisationAuditPage'),
});

export const accountRoutes = [
  organisationSignInRoute,
  accountRoute,
  billingRoute,
  usageRoute,
  profileRoute,
  settingsRoute,
  programsRoute,
  organisationRoute,
  learningPlatformsRoute,
  rostersRoute,
  directoryRoute,
  organisationProgramsRoute,
  organisationAuditRoute,
  classesRoute,
  classRoute,
  classPartRoute,
  assignmentRoute,
];
