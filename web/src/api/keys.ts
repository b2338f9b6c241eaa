/** The names under which answers are cached; what a run affected is refetched by these. */
export const keys = {
  session: ["session"] as const,
  setup: ["setup"] as const,
  status: ["status"] as const,
  doctor: ["doctor"] as const,
  agents: ["agents"] as const,
  models: ["models"] as const,
  runs: ["runs"] as const,
  runList: (filters: object) => ["runs", "list", filters] as const,
  run: (id: string) => ["runs", "one", id] as const,
  inbox: ["inbox"] as const,
  approval: (id: string) => ["inbox", "approval", id] as const,
  proposals: ["inbox", "proposals"] as const,
  proposal: (id: string) => ["inbox", "proposal", id] as const,
  content: ["content"] as const,
  conversations: ["conversations"] as const,
};
