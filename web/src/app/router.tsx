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
import { hadSession } from "@/api/client";
import { ApiError } from "@/api/errors";
import { sessionQuery, setupQuery } from "@/api/session";
import { loadWords } from "@/i18n";
import { readSignIn, word } from "@/lib/addresses";
import type { AnyPage, Page, Search } from "@/lib/feature";
import { Broken } from "./boundary";
import { PAGES } from "./features";
import { NotFound, Root } from "./root";
import { Shell } from "./shell/shell";

interface RouterContext {
  queries: QueryClient;
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
  validateSearch: readSignIn,
  component: lazyRouteComponent(() => import("@/features/access/sign-in"), "SignInScreen"),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup",
  validateSearch: (search: Search): { token?: string | undefined } => ({ token: word(search.token) }),
  component: lazyRouteComponent(() => import("@/features/access/setup"), "SetupScreen"),
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/link/$token",
  component: screen(() => import("@/features/guest/screen"), "GuestScreen"),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invite",
  validateSearch: (search: Search): { token?: string | undefined } => ({ token: word(search.token) }),
  component: lazyRouteComponent(() => import("@/features/access/invite"), "InviteScreen"),
});

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
        : redirect({ to: "/sign-in", search: { next: location.href, ended: hadSession() || undefined } });
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

/** An address that leads nowhere keeps the frame around it; whoever is not signed in is asked to. */
const nowhereRoute = createRoute({ getParentRoute: () => appRoute, path: "$", component: NotFound });

function routeOf<const Path extends string, Read>({ path, read, component }: Page<Path, Read>) {
  return createRoute({ getParentRoute: () => appRoute, path, validateSearch: read, component });
}

type Routes<Pages extends readonly AnyPage[]> = {
  [Index in keyof Pages]: Pages[Index] extends Page<infer Path, infer Read>
    ? ReturnType<typeof routeOf<Path, Read>>
    : never;
};

function routesOf<const Pages extends readonly AnyPage[]>(pages: Pages): Routes<Pages> {
  return pages.map(routeOf) as unknown as Routes<Pages>;
}

const routeTree = rootRoute.addChildren([
  signInRoute,
  setupRoute,
  readRoute,
  inviteRoute,
  linkRoute,
  appRoute.addChildren([homeRoute, nowhereRoute, ...routesOf(PAGES)]),
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
