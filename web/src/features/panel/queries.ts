/** What the panel asks the studio for. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";

export const conversationsQuery = queryOptions({
  queryKey: keys.conversations,
  queryFn: () => unwrap(api.GET("/api/conversations", { params: { query: { limit: 50 } } })),
});
