// Sets the chosen look before the first paint, so that nothing flashes. It runs before the app's own code.
try {
  const saved = JSON.parse(localStorage.getItem("proofroom.preferences") ?? "{}").state ?? {};
  const dark =
    saved.theme === "dark" || (saved.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  if (saved.density === "comfortable") document.documentElement.dataset.density = "comfortable";
} catch {
  // Storage is closed or its content is foreign: the light look is used until the app has loaded.
}
