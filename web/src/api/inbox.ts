/** Everything that waits for a person. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";

export const inboxQuery = queryOptions({
  queryKey: keys.inbox,
  queryFn: () => unwrap(api.GET("/api/inbox")),
  refetchInterval: 10_000,
});
