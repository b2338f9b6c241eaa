import {
  Box,
  Building2,
  CalendarDays,
  FileText,
  Folder,
  Globe,
  type LucideIcon,
  MapPin,
  Tag,
  User,
  Users,
} from "lucide-react";
import { Icon } from "@/ui/icon";

const GLYPHS: Record<string, LucideIcon> = {
  building: Building2,
  calendar: CalendarDays,
  "file-text": FileText,
  folder: Folder,
  globe: Globe,
  "map-pin": MapPin,
  tag: Tag,
  user: User,
  users: Users,
};

/** The sign of a type; a box where its name is not one of those that are drawn. */
export function GlyphOf({ icon }: { icon: string | undefined }) {
  return <Icon of={GLYPHS[icon ?? ""] ?? Box} size="small" />;
}
