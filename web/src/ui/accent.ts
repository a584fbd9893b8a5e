// An operator may choose any accent; these functions make sure that what is written in it or on it can be read.

type Rgb = readonly [red: number, green: number, blue: number]

/** WCAG AA for text. */
const readable = 4.5

const parseHex = (hex: string): Rgb => {
  const digits = /^#([\da-f]{6})$/i.exec(hex)?.[1]
  if (!digits) throw new Error(`The accent '${hex}' is not a colour such as #c79a3b.`)
  const part = (index: number) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  return [part(0), part(1), part(2)]
}

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrast = (one: string, other: string): number => {
  const [darker, lighter] = [luminance(parseHex(one)), luminance(parseHex(other))].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (lighter + 0.05) / (darker + 0.05)
}

export const mix = (from: string, to: string, share: number): string => {
  const target = parseHex(to)
  return toHex(parseHex(from).map((part, index) => part + ((target[index] ?? 0) - part) * share) as unknown as Rgb)
}

const moveUntil = (colour: string, towards: string, isEnough: (candidate: string) => boolean): string => {
  const steps = 50
  for (let step = 0; step < steps; step++) {
    const candidate = mix(colour, towards, step / steps)
    if (isEnough(candidate)) return candidate
  }
  return towards
}

/** The accent as a text colour: moved away from the backgrounds until it can be read on all of them. */
export const readableOn = (accent: string, backgrounds: readonly string[], towards: string): string =>
  moveUntil(accent, towards, (candidate) =>
    backgrounds.every((background) => contrast(candidate, background) >= readable),
  )

/** The colour to write with on a fill. */
export const textOn = (fill: string, dark: string, light: string): string =>
  contrast(fill, dark) >= contrast(fill, light) ? dark : light

/** The accent as a fill: moved a little where neither dark nor light text could be read on it. */
export const readableFill = (accent: string, dark: string, light: string): string => {
  const towards = textOn(accent, dark, light) === dark ? light : dark
  return moveUntil(accent, towards, (candidate) => contrast(candidate, textOn(candidate, dark, light)) >= readable)
}
