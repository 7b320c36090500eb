/** How an image is shown on its stage: magnification, and the offset of its centre in CSS pixels. */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export const wholeImage: View = { scale: 1, x: 0, y: 0 }

const MAX_SCALE = 5

/** The view at another magnification. The part of the image at `at`, measured from the centre of the stage, stays there. */
export function zoomAt(view: View, scale: number, at: Point, stage: Size, image: Size): View {
  const next = Math.min(Math.max(scale, 1), MAX_SCALE)
  const ratio = next / view.scale
  const moved = { scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
  return withinStage(moved, stage, image)
}

/** The view moved back until no edge of the image is needlessly inside the stage. */
export function withinStage({ scale, x, y }: View, stage: Size, image: Size): View {
  const fit = Math.min(stage.width / image.width, stage.height / image.height)
  const limit = (offset: number, shown: number, room: number) => {
    const reach = Math.max(0, (shown - room) / 2)
    return Math.min(Math.max(offset, -reach), reach)
  }
  return {
    scale,
    x: limit(x, image.width * fit * scale, stage.width),
    y: limit(y, image.height * fit * scale, stage.height),
  }
}
