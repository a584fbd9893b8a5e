// An operator may choose any accent; the words on a mail's button must be readable all the same.

type Rgb = [red: number, green: number, blue: number]

/** WCAG AA for text. */
const readable = 4.5
const ink = '#0b0f0e'
const white = '#ffffff'

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb

const luminance = (hex: string): number => {
  const [red, green, blue] = parse(hex).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrast = (one: string, other: string): number => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const mix = (from: string, to: string, share: number): string => {
  const target = parse(to)
  const mixed = parse(from).map((part, index) => Math.round(part + ((target[index] ?? 0) - part) * share))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const textOn = (fill: string) => (contrast(fill, ink) >= contrast(fill, white) ? ink : white)

/** The fill of the button and the colour of the words on it; the accent gives way a little where neither could be read. */
export const buttonColours = (accent: string): { fill: string; text: string } => {
  const text = textOn(accent)
  const away = text === ink ? white : ink
  let fill = accent
  for (let step = 1; step <= 50 && contrast(fill, text) < readable; step++) fill = mix(accent, away, step / 50)
  return { fill, text }
}
