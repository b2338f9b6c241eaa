/** What roles are called. */
export const ROLE_NAMES = {
  owner: "admin.owner",
  admin: "admin.admin",
  member: "admin.member",
  viewer: "admin.viewer",
  reviewer: "admin.reviewer",
  editor: "admin.editor",
} as const;
