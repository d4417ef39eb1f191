import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#frontend/app/frame-routes.ts';
import { discussionsSearch, groupsSearch } from '#frontend/app/route-search.ts';

const pages = () => import('#frontend/pages/community/community-pages.tsx');

const hubRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community',
  component: lazyRouteComponent(pages, 'HubPage'),
});

const discussionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/discussions',
  validateSearch: discussionsSearch,
  component: lazyRouteComponent(pages, 'DiscussionsPage'),
});

const discussionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/discussions/$postId',
  component: lazyRouteComponent(pages, 'DiscussionPage'),
});

const groupsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/groups',
  validateSearch: groupsSearch,
  component: lazyRouteComponent(pages, 'GroupsPage'),
});

const groupRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/groups/$groupId',
  component: lazyRouteComponent(pages, 'GroupPage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/people',
  component: lazyRouteComponent(pages, 'PeoplePage'),
});

const leaderboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/leaderboard',
  component: lazyRouteComponent(pages, 'LeaderboardPage'),
});

const ownRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/community/own',
  component: lazyRouteComponent(pages, 'OwnTextsPage'),
});

export const communityRoutes = [
  hubRoute,
  discussionsRoute,
  discussionRoute,
  groupsRoute,
  groupRoute,
  peopleRoute,
  leaderboardRoute,
  ownRoute,
];
