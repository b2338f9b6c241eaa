import { Upload } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import type { Uploads } from "../use-upload";

interface UploadButtonProps {
  uploads: Uploads;
  look?: "primary" | "usual";
  accept?: string;
}

/** A button that lets files be chosen and adds them. */
export function UploadButton({ uploads, look = "usual", accept }: UploadButtonProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        {...(accept ? { accept } : {})}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button look={look} icon={Upload} busy={uploads.left > 0} onClick={() => input.current?.click()}>
        {uploads.left > 0 ? t("media.uploading", { count: uploads.left }) : t("media.upload")}
      </Button>
    </>
  );
}
