import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core'
import { mix, readableFill, readableOn } from './accent.ts'

/** Paper and vault. The splash in index.html repeats `page` and `text`, and a test keeps the two alike. */
export const palette = {
  paper: {
    page: '#f6f1e7',
    surface: '#ffffff',
    sunken: '#efe8da',
    line: '#e2d9c6',
    strongLine: '#8c8672',
    text: '#1d2421',
    quiet: '#5a605a',
    error: '#a5281f',
    success: '#1f6b45',
  },
  vault: {
    page: '#0d1615',
    surface: '#142120',
    sunken: '#0a1110',
    line: '#263634',
    strongLine: '#6f8480',
    text: '#ebe7dc',
    quiet: '#a0aca7',
    error: '#ff9c8f',
    success: '#7fd0a4',
  },
} as const

const ink = '#0b0f0e'
const white = '#ffffff'

/** Shade 6 is the fill itself, so that one `primaryShade` serves both schemes. */
const fillShade = 6

const goldShades = (accent: string): MantineColorsTuple => {
  const fill = readableFill(accent, ink, white)
  const lighter = [0.92, 0.82, 0.66, 0.48, 0.3, 0.14].map((share) => mix(fill, white, share))
  const darker = [0.14, 0.32, 0.5].map((share) => mix(fill, ink, share))
  return [...lighter, fill, ...darker] as unknown as MantineColorsTuple
}

const warmGrays: MantineColorsTuple = [
  '#faf7f0',
  '#f3ede0',
  '#eae2d2',
  '#e2d9c6',
  '#cfc6b1',
  '#b3aa95',
  '#8c8672',
  '#5a605a',
  '#39403b',
  '#1d2421',
]

const vaultShades: MantineColorsTuple = [
  '#ebe7dc',
  '#c9cfc9',
  '#a0aca7',
  '#6f8480',
  '#33443f',
  '#263634',
  '#142120',
  '#0d1615',
  '#0a1110',
  '#070c0b',
]

// Plain objects: the kit's own `.extend()` would pull every component into the first load.
export const portalTheme = (accent: string): MantineThemeOverride => ({
  colors: { gold: goldShades(accent), gray: warmGrays, dark: vaultShades },
  primaryColor: 'gold',
  primaryShade: fillShade,
  autoContrast: true,
  // Where dark and light text are equally readable.
  luminanceThreshold: 0.186,
  black: ink,
  white,
  fontFamily: "'Manrope Variable', 'Manrope Fallback', Arial, sans-serif",
  headings: { fontFamily: 'inherit', fontWeight: '650' },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1.0625rem', lg: '1.3125rem', xl: '1.75rem' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  // One pixel past 768, which the product counts as mobile.
  breakpoints: { xs: '30em', sm: '48.0625em', md: '62em', lg: '75em', xl: '88em' },
  respectReducedMotion: true,
  focusClassName: 'ingot-focus',
  cursorType: 'pointer',
})

type Scheme = (typeof palette)['paper'] | (typeof palette)['vault']

const schemeVariables = (scheme: Scheme, accent: string): Record<string, string> => ({
  '--mantine-color-body': scheme.page,
  '--mantine-color-text': scheme.text,
  '--mantine-color-bright': scheme.text,
  '--mantine-color-dimmed': scheme.quiet,
  '--mantine-color-placeholder': scheme.quiet,
  '--mantine-color-anchor': accent,
  '--mantine-color-error': scheme.error,
  '--mantine-color-default': scheme.surface,
  '--mantine-color-default-hover': scheme.sunken,
  '--mantine-color-default-color': scheme.text,
  '--mantine-color-default-border': scheme.line,
  '--ingot-surface': scheme.surface,
  '--ingot-sunken': scheme.sunken,
  '--ingot-line': scheme.line,
  '--ingot-strong-line': scheme.strongLine,
  '--ingot-success': scheme.success,
  '--ingot-gold-text': accent,
})

export const portalVariables =
  (accent: string): CSSVariablesResolver =>
  () => {
    const { paper, vault } = palette
    return {
      variables: {},
      light: schemeVariables(paper, readableOn(accent, [paper.page, paper.surface, paper.sunken], ink)),
      dark: schemeVariables(vault, readableOn(accent, [vault.page, vault.surface, vault.sunken], white)),
    }
  }
