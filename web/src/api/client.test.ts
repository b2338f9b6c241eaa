import { afterEach, describe, expect, it, vi } from "vitest";
import { usePreferences } from "@/lib/preferences";
import { doubtSession, ownHeaders, setCsrfToken, whenSignedOut } from "./client";

describe("the headers of a request", () => {
  it("name the language the app speaks, so that the server's sentences come in it", () => {
    usePreferences.setState({ language: "tr" });
    expect(ownHeaders("GET")).toEqual({ "Accept-Language": "tr" });
    usePreferences.setState({ language: "en" });
    expect(ownHeaders("GET")).toEqual({ "Accept-Language": "en" });
  });

  it("carry the page's token where something changes", () => {
    setCsrfToken("token");
    expect(ownHeaders("put")).toMatchObject({ "X-CSRF-Token": "token" });
  });
});

describe("an answer that nobody is signed in", () => {
  afterEach(() => vi.unstubAllGlobals());

  async function believed(status: number): Promise<string[]> {
    const told: string[] = [];
    whenSignedOut(
      () => told.push("signed out"),
      () => told.push("new session"),
    );
    const asked = vi.fn(async () => new Response(null, { status }));
    vi.stubGlobal("fetch", asked);
    await Promise.all([doubtSession(), doubtSession()]);
    expect(asked).toHaveBeenCalledTimes(1);
    return told;
  }

  it("is believed when the session says so too", async () => {
    expect(await believed(401)).toEqual(["signed out"]);
  });

  it("is not, when it came from the session before a new password", async () => {
    expect(await believed(200)).toEqual(["new session"]);
  });
});
