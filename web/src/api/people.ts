/** The people of the workspace. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";

export const peopleQuery = queryOptions({
  queryKey: keys.people,
  queryFn: () => unwrap(api.GET("/api/people")),
});
