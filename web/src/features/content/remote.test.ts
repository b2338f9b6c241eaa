import { expect, test } from "vitest";
import { isSsh, loginOf } from "@/ui/git-login";
import { nextSteps } from "./remote";

const standing = (relation: "ahead" | "behind" | "diverged" | "in_sync" | "only_here") => ({
  relation,
  ahead: 0,
  behind: 0,
});

test("what there is to do follows from how the branches stand", () => {
  expect(nextSteps({ content: standing("in_sync") })).toEqual({ push: false, join: false });
  expect(nextSteps({ content: standing("ahead"), main: standing("in_sync") }).push).toBe(true);
  expect(nextSteps({ content: standing("only_here") }).push).toBe(true);
  expect(nextSteps({ content: standing("diverged") })).toEqual({ push: false, join: true });
});

test("an address tells whether a key or a token is asked for", () => {
  expect(isSsh("ssh://git@git.example.org/team/site.git")).toBe(true);
  expect(isSsh("git@git.example.org:team/site.git")).toBe(true);
  expect(isSsh("https://git.example.org/team/site.git")).toBe(false);
  expect(isSsh("")).toBe(false);
});

test("what was left empty is not sent, so that a stored sign-in stays", () => {
  expect(loginOf({ url: " https://a.example/b.git ", token: "", username: "", certificate: " " })).toEqual({
    url: "https://a.example/b.git",
  });
  expect(loginOf({ url: "ssh://a/b", privateKey: "KEY", fingerprint: "SHA256:x" })).toEqual({
    url: "ssh://a/b",
    privateKey: "KEY\n",
    fingerprint: "SHA256:x",
  });
});
