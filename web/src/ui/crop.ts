/** A place in the picture, in its own pixels. */
type Point = { x: number; y: number }
type Size = { width: number; height: number }

/** A square of the picture: its middle, and how much closer than "as much as fits" it is. */
export type Crop = { middle: Point; zoom: number }

export const closest = 4

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

export const cropAtFirst = ({ width, height }: Size): Crop => ({ middle: { x: width / 2, y: height / 2 }, zoom: 1 })

/** The square itself. It never reaches beyond the picture. */
export const squareOf = (size: Size, { middle, zoom }: Crop): Point & { side: number } => {
  const side = Math.min(size.width, size.height) / within(zoom, 1, closest)
  return {
    x: within(middle.x - side / 2, 0, size.width - side),
    y: within(middle.y - side / 2, 0, size.height - side),
    side,
  }
}

/** Drags the picture under the square by shares of the square's side; it stops at the picture's edge. */
export const moved = (size: Size, crop: Crop, share: Point): Crop => {
  const { x, y, side } = squareOf(size, crop)
  const wished = { x: x + side / 2 - share.x * side, y: y + side / 2 - share.y * side }
  const square = squareOf(size, { ...crop, middle: wished })
  return { ...crop, middle: { x: square.x + side / 2, y: square.y + side / 2 } }
}
