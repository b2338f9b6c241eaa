/** The part of a plane that a picture shows. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function moved(box: Box, right: number, down: number): Box {
  return { ...box, left: box.left + right, top: box.top + down };
}

/** Return what is seen when everything is drawn so many times as large, around the same middle. */
export function scaled({ left, top, width, height }: Box, by: number): Box {
  const [across, along] = [width / by, height / by];
  return {
    left: left + (width - across) / 2,
    top: top + (height - along) / 2,
    width: across,
    height: along,
  };
}

export function written({ left, top, width, height }: Box): string {
  return `${left} ${top} ${width} ${height}`;
}
