/** Whether the form for something new is open: it stands in the address, so that palette and reload find it. */
import { useNavigate, useSearch } from "@tanstack/react-router";

/** Return whether the form is open, and a function that opens or closes it. */
export function useOpened(): [boolean, (open: boolean) => void] {
  const isOpen = useSearch({ strict: false, select: (search) => search.new === true });
  const navigate = useNavigate();
  const set = (open: boolean) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, new: open || undefined }),
      replace: true,
    });
  return [isOpen, set];
}
