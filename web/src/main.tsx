import "@/tokens/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { whenSignedOut } from "@/api/client";
import { ApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { Queries } from "@/api/queries";
import { buildRouter } from "@/app/router";
import { nameScreens } from "@/app/screens";
import { takeInAffected } from "@/app/take-in";
import { startTranslations } from "@/i18n";
import { followPreferences, usePreferences } from "@/lib/preferences";

const queries = new Queries({
  defaultOptions: {
    // Always: a studio on this machine can be reached although the browser says that there is no network, and
    // where it cannot, that is said.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      staleTime: 2000,
      retry: (times, thrown) => thrown instanceof ApiError && thrown.recoverable && times < 2,
      refetchOnWindowFocus: true,
    },
  },
});
const router = buildRouter(queries);

function leadToSignIn(): void {
  // Several requests may be refused at once; only the first knows where the person was.
  const { pathname, href } = router.latestLocation;
  if (pathname === "/sign-in") return;
  queries.removeQueries({ queryKey: keys.session });
  void router.navigate({ to: "/sign-in", search: { next: href, ended: true }, replace: true });
}

function askAgainWhatWasRefused(): void {
  const refused = (thrown: unknown) => thrown instanceof ApiError && thrown.status === 401;
  void queries.invalidateQueries({ predicate: (query) => refused(query.state.error) });
}

whenSignedOut(leadToSignIn, askAgainWhatWasRefused);

// The server writes its sentences in the app's language, so what it said before is asked for again.
usePreferences.subscribe((now, before) => {
  if (now.language !== before.language) void queries.invalidateQueries();
});

async function start(): Promise<void> {
  followPreferences();
  await startTranslations();
  takeInAffected();
  nameScreens();
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root element.");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
