/** Every address of the app. Screens load when they are first visited; filters and selections stand in the address. */
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import { ApiError } from "@/api/errors";
import { sessionQuery, setupQuery } from "@/api/session";
import { readPlace } from "@/features/content/place";
import { readFilters } from "@/features/runs/model";
import { loadWords } from "@/i18n";
import { AgentPage } from "./agent-page";
import { Broken } from "./boundary";
import { NotFound, Root } from "./root";
import { Shell } from "./shell/shell";

interface RouterContext {
  queries: QueryClient;
}

type Search = Record<string, unknown>;

function word(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function oneOf<T extends string>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}

/** A screen that comes, with its words, when it is first visited. */
function screen<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), loadWords()]);
    return module as Record<Name, never>;
  }, name);
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: (search: Search): { next?: string | undefined } => ({ next: ownPath(search.next) }),
  component: lazyRouteComponent(() => import("@/features/access/sign-in"), "SignInScreen"),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup",
  validateSearch: (search: Search): { token?: string | undefined } => ({ token: word(search.token) }),
  component: lazyRouteComponent(() => import("@/features/access/setup"), "SetupScreen"),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invite",
  validateSearch: (search: Search): { token?: string | undefined } => ({ token: word(search.token) }),
  component: lazyRouteComponent(() => import("@/features/access/invite"), "InviteScreen"),
});

/** Return a path of this app, so that nobody is sent elsewhere after signing in. */
export function ownPath(next: unknown): string | undefined {
  const path = word(next);
  return path?.startsWith("/") && !path.startsWith("//") && !path.startsWith("/\\") ? path : undefined;
}

const readRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/read/$project/$model/$entry",
  validateSearch: (search: Search): { locale?: string | undefined } => ({ locale: word(search.locale) }),
  component: screen(() => import("@/features/reading/screen"), "ReadingScreen"),
});

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "app",
  validateSearch: (search: Search): { project?: string | undefined } => ({ project: word(search.project) }),
  search: { middlewares: [retainSearchParams(["project"])] },
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.status !== 401) throw thrown;
      const { needed } = await context.queries.fetchQuery(setupQuery);
      throw needed
        ? redirect({ to: "/setup" })
        : redirect({ to: "/sign-in", search: { next: location.href } });
    }
  },
  component: Shell,
});

const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/inbox" });
  },
});

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/inbox",
  validateSearch: (search: Search): { item?: string | undefined } => ({ item: word(search.item) }),
  component: lazyRouteComponent(() => import("@/features/inbox/screen"), "InboxScreen"),
});

const reviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/review/$proposalId",
  validateSearch: (
    search: Search,
  ): { view?: "fields" | "source" | undefined; change?: string | undefined } => ({
    view: oneOf(["fields", "source"] as const, search.view),
    change: word(search.change),
  }),
  component: screen(() => import("@/features/review/screen"), "ReviewScreen"),
});

const contentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/content",
  validateSearch: readPlace,
  component: screen(() => import("./content-page"), "ContentPage"),
});

const runsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/runs",
  validateSearch: readFilters,
  component: screen(() => import("@/features/runs/list-screen"), "RunsScreen"),
});

const runRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/runs/$runId",
  validateSearch: (search: Search): { tab?: "io" | "events" | undefined; step?: string | undefined } => ({
    tab: oneOf(["io", "events"] as const, search.tab),
    step: word(search.step),
  }),
  component: screen(() => import("@/features/runs/run-screen"), "RunScreen"),
});

const agentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/agents",
  component: screen(() => import("@/features/agents/screen"), "AgentsScreen"),
});

const usageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/usage",
  validateSearch: (
    search: Search,
  ): { range?: "7" | "month" | undefined; in?: string | undefined; day?: string | undefined } => ({
    range: oneOf(["7", "month"] as const, String(search.range)),
    in: word(search.in),
    day: word(search.day),
  }),
  component: screen(() => import("@/features/usage/screen"), "UsageScreen"),
});

const connectionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/connections",
  validateSearch: (
    search: Search,
  ): { part?: "search" | "image" | "defaults" | undefined; item?: string | undefined } => ({
    part: oneOf(["search", "image", "defaults"] as const, search.part),
    item: word(search.item),
  }),
  component: screen(() => import("@/features/connections/screen"), "ConnectionsScreen"),
});

const SETTINGS = ["account", "people", "keys", "audit", "health", "backup"] as const;

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings",
  validateSearch: (
    search: Search,
  ): {
    part?: (typeof SETTINGS)[number] | undefined;
    action?: string | undefined;
    person?: string | undefined;
  } => ({
    part: oneOf(SETTINGS, search.part),
    action: word(search.action),
    person: word(search.person),
  }),
  component: screen(() => import("@/features/settings/screen"), "SettingsScreen"),
});

const agentRoute = createRoute({ getParentRoute: () => appRoute, path: "/agent", component: AgentPage });

const routeTree = rootRoute.addChildren([
  signInRoute,
  setupRoute,
  readRoute,
  inviteRoute,
  appRoute.addChildren([
    homeRoute,
    inboxRoute,
    reviewRoute,
    contentRoute,
    runsRoute,
    runRoute,
    agentsRoute,
    usageRoute,
    connectionsRoute,
    settingsRoute,
    agentRoute,
  ]),
]);

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Build the router over a query cache. */
export function buildRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: ({ error, reset }) => <Broken thrown={asError(error)} onRetry={reset} />,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof buildRouter>;
  }
}
