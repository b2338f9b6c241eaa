import { describe, expect, it } from "vitest";
import { usePreferences } from "@/lib/preferences";
import { ownHeaders, setCsrfToken } from "./client";

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
